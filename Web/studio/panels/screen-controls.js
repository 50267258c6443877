// How the screen is looked at.

import { localOf, momentOf } from '../core/moments.js';
import { widths } from '../core/view.js';
import { namesOf } from '../core/windows.js';
import { inOneLine } from '../forms/plain-controls.js';
import { button, labelled, make, segments, select } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';

class ScreenControls extends Panel {
  build() {
    const { t, state } = this.app;
    this.className = 'screen-controls';
    const { view, session } = state.get();
    this.width = make('input', 'number', {
      type: 'number', min: widths.least, max: widths.most, step: 1, 'aria-label': t('freeWidth'), name: 'screen-width',
    });
    this.width.addEventListener('change', () => this.#change({ width: limited(Number(this.width.value)) }));
    this.device = segments(t('screen'), [['390', t('phone')], ['834', t('tablet')]], {
      name: 'device', value: String(view.width), choose: (value) => this.#change({ width: Number(value) }),
    });
    this.scheme = segments(t('appearance'), [['system', t('system')], ['light', t('light')], ['dark', t('dark')]], {
      name: 'scheme', value: view.scheme, choose: (scheme) => this.#change({ scheme }),
    });
    this.size = make('input', '', { type: 'range', min: 80, max: 310, step: 10, name: 'screen-text-size' });
    this.size.addEventListener('input', () => this.#change({ textSize: Number(this.size.value) / 100 }));
    this.sizeText = make('output', '', {});
    this.direction = select([['auto', t('auto')], ['ltr', t('ltr')], ['rtl', t('rtl')]], {
      name: 'screen-direction', choose: (direction) => this.#change({ direction }),
    });
    this.locale = select([['', t('defaultLocale')]], {
      name: 'screen-locale', choose: (locale) => this.#change({ locale }),
    });
    this.platform = select([['', t('everybody')], ['ios', 'iOS'], ['android', 'Android'], ['web', 'Web']], {
      name: 'screen-platform', choose: (platform) => this.#change({ platform }),
    });
    this.audience = inOneLine(make('input', '', {
      name: 'screen-audience', autocapitalize: 'none', spellcheck: 'false',
    }));
    this.audience.addEventListener('change', () => this.#change({ audience: namesOf(this.audience.value).join() }));
    this.at = make('input', '', { type: 'datetime-local', name: 'screen-at' });
    this.at.addEventListener('change', () => this.#change({ at: momentOf(this.at.value, session.time_zone) ?? '' }));
    this.drafts = make('input', '', { type: 'checkbox', name: 'screen-drafts' });
    this.drafts.addEventListener('change', () => this.#change({ drafts: this.drafts.checked }));
    const panel = make('div', 'menu display-menu', { popover: 'auto', id: 'display-menu' },
      make('div', 'field', {}, make('span', 'field-label', {}, t('appearance')), this.scheme),
      labelled(t('textSize'), this.size, { aside: this.sizeText }), labelled(t('locale'), this.locale),
      labelled(t('direction'), this.direction), labelled(t('platform'), this.platform),
      labelled(t('audience'), this.audience, { help: t('audienceHelp') }),
      labelled(t('at'), this.at, {
        help: t('atHelp'), aside: button(t('now'), { look: 'plain small', press: () => this.#change({ at: '' }) }),
      }),
      make('label', 'check', {}, this.drafts, make('span', '', {}, t('drafts'))));
    this.opener = button(t('display'), { icon: 'view', isLabelled: true, action: 'display', look: 'plain' });
    this.opener.setAttribute('popovertarget', panel.id);
    this.append(this.device,
      make('label', 'width', {}, this.width, make('span', 'quiet', { 'aria-hidden': 'true' }, 'pt')), this.opener,
      panel);
  }

  update({ view, locales, session, language }, former) {
    if (locales !== former.locales) {
      const names = new Intl.DisplayNames([language], { type: 'language' });
      this.locale.replaceChildren(new Option(this.app.t('defaultLocale'), ''),
        ...locales.map((tag) => new Option(names.of(tag) ?? tag, tag)));
    }
    if (view === former.view && locales === former.locales) return;
    for (const input of this.device.querySelectorAll('input')) input.checked = input.value === String(view.width);
    for (const input of this.scheme.querySelectorAll('input')) input.checked = input.value === view.scheme;
    this.width.value = String(view.width);
    this.size.value = String(Math.round(view.textSize * 100));
    this.sizeText.textContent = `${Math.round(view.textSize * 100)} %`;
    this.direction.value = view.direction;
    this.locale.value = view.locale;
    this.platform.value = view.platform;
    this.audience.value = view.audience;
    this.at.value = localOf(view.at, session.time_zone);
    this.drafts.checked = view.drafts;
    const { width: _, ...others } = view;
    const { at, platform, audience, drafts, textSize, direction } = others;
    const isSpecial = at || others.locale || platform || audience || drafts || textSize !== 1 || direction !== 'auto';
    this.opener.classList.toggle('active', Boolean(isSpecial));
  }

  #change(changes) {
    const { view } = this.app.state.get();
    this.app.state.change({ view: { ...view, ...changes } });
  }
}

const limited = (width) => Math.round(Math.min(widths.most, Math.max(widths.least, width || widths.phone)));

customElements.define('studio-screen-controls', ScreenControls);
