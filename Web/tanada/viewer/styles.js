// The styles of the photo viewer.

// Line ends are left out of the text.
const rules = `\
.viewer{inset:0;width:100%;height:100%;max-width:none;max-height:none;padding:0;border:0;background:none;color:#fff;overflow:hidden;touch-action:none;user-select:none;-webkit-user-select:none;font:15px/1.4 system-ui,sans-serif}\
.viewer::backdrop{background:none}\
.viewer p,.viewer .texts,.viewer .card{position:static;margin:0}\
.closing{pointer-events:none}\
.shade,.strip,.slide,.bars{inset:0}\
.shade{background:#000;opacity:0}\
.bars{pointer-events:none;transition:visibility .15s}\
.bare .bars{visibility:hidden}\
.bars button,.caption.open{pointer-events:auto}\
.slide{isolation:isolate;cursor:zoom-in}\
.slide>img,.stand-in{left:0;top:0;transform-origin:0 0;max-width:none}\
.slide>img{animation:appear .2s}\
.stand-in{z-index:-1}\
.copy{object-fit:cover}\
@keyframes appear{from{opacity:0}}\
.viewer button{position:absolute;width:44px;height:44px;padding:0;border:0;border-radius:50%;background:#0009;color:#fff;font:26px/1 system-ui,sans-serif}\
.viewer :focus-visible{outline:3px solid #fff;outline-offset:-3px;box-shadow:0 0 0 2px #000}\
.viewer [aria-disabled]{opacity:.35;cursor:default}\
.close{top:max(12px,env(safe-area-inset-top));right:12px}\
.previous,.next{top:calc(50% - 22px)}\
.previous{inset-inline-start:8px}\
.next{inset-inline-end:8px}\
.viewer .count{position:absolute;top:max(12px,env(safe-area-inset-top));left:12px;padding:10px 14px;border-radius:22px;background:#0009;font-variant-numeric:tabular-nums;line-height:24px;white-space:nowrap}\
.count .unseen{position:absolute;inset:0}\
.caption{inset:auto 0 0;max-height:70%;padding:56px 16px max(16px,env(safe-area-inset-bottom));background:linear-gradient(#0000,#000c 56px);display:flex;align-items:end;gap:12px;user-select:text;-webkit-user-select:text}\
.texts{flex:1;min-width:0;max-width:44em;text-align:start}\
.viewer .info{position:static;margin-inline-start:auto;flex:none;font:italic 700 22px/1 Georgia,serif}\
.title{font-weight:700;font-size:17px}\
.details{color:#ddd;font-size:13px}\
.summary{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere}\
.open .summary{display:block}\
.open{overflow-y:auto;touch-action:pan-y;background:#000c}\
.card{display:none;margin-top:16px!important;padding:16px;border-radius:8px;background:#fff;color:#111;text-align:center}\
.open .card{display:block}\
.camera{font-size:20px;font-weight:700}\
.lens{color:#444}\
.exposure{font-size:14px;margin-top:4px}\
.card a{display:inline-block;margin-top:8px;padding:10px;color:#0645ad;text-decoration:underline}\
@media (prefers-reduced-motion:reduce){.slide>img{animation-duration:1ms}}\
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
