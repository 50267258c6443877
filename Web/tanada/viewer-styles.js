// The styles of the photo viewer.

// Line ends are left out of the text.
const rules = `\
.viewer{inset:0;min-width:100%;min-height:100%;padding:0;border:0;background:#000;overflow:hidden;touch-action:none;user-select:none;-webkit-user-select:none}\
.viewer img{transform-origin:0 0}\
.viewer button{position:absolute;top:12px;right:12px;width:44px;height:44px;border:0;border-radius:50%;background:#000a;color:#fff;font:28px sans-serif}\
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(rules);

/**
 * Adds the styles of the viewer to those of a feed.
 * @param {ShadowRoot} root
 */
export function adoptStyles(root) {
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
