// Declarations that no comment of a script can make: names that the element adds to those of the browser.

declare global {
  interface HTMLElementTagNameMap {
    'tanada-feed': TanadaFeed;
  }

  /** The events of a feed. They bubble. */
  interface HTMLElementEventMap {
    'tanada-settle': CustomEvent<SettleDetail>;
    /** Cancelable: unless it is cancelled, the web address of the action opens, or without one the photo in the viewer. */
    'tanada-select': CustomEvent<SelectDetail>;
    'tanada-impression': CustomEvent<ImpressionDetail>;
    'tanada-update': CustomEvent<UpdateDetail>;
    'tanada-error': CustomEvent<ErrorDetail>;
    'tanada-online': CustomEvent<OnlineDetail>;
  }

  interface DocumentEventMap {
    'tanada-settle': CustomEvent<SettleDetail>;
    'tanada-select': CustomEvent<SelectDetail>;
    'tanada-impression': CustomEvent<ImpressionDetail>;
    'tanada-update': CustomEvent<UpdateDetail>;
    'tanada-error': CustomEvent<ErrorDetail>;
    'tanada-online': CustomEvent<OnlineDetail>;
  }
}

/** The properties of the attributes with these names; null removes one. */
interface TanadaFeed {
  locale: string | null;
  platform: string | null;
  appVersion: string | null;
  audience: string | null;
  clientKey: string | null;
}
