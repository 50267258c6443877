// The styles of the shadow root. Places and sizes are set on each element, from the document.

// Line ends are left out of the text. An element that asks for a width has that of its parent, whatever it has drawn; one
// whose document is set is as wide as that.
const rules = `\
:host{display:block;color-scheme:light dark;overflow-anchor:none;line-break:strict}\
:host([src]){width:100%;width:-moz-available;width:-webkit-fill-available;min-width:0;contain:inline-size;contain-intrinsic-inline-size:390px}\
:host([color-scheme=light]){color-scheme:light}\
:host([color-scheme=dark]){color-scheme:dark}\
:host([hidden]),[hidden]{display:none!important}\
.feed{color:CanvasText}\
*{box-sizing:border-box}\
section,div,h2,canvas,img,.face,.action{position:absolute}\
.feed,.tail{position:relative}\
.hugs,.line,.stroke,.badge>div{position:static}\
.unseen{clip-path:inset(50%);white-space:nowrap}\
.news{width:1px;height:1px;overflow:hidden}\
.track,.face,.fill,.pieces{inset:0}\
.track{isolation:isolate}\
a{color:inherit;text-decoration:none}\
a,button{cursor:pointer}\
.carousel{overflow-x:clip;touch-action:pan-y pinch-zoom;cursor:grab;user-select:none;-webkit-user-select:none}\
.moving .track{will-change:transform}\
.clips,.frame,.piece,.line{overflow:hidden}\
.cut>.face,.cut>.border{visibility:hidden}\
:focus-visible{outline:3px solid Highlight}\
.border{border-style:solid;pointer-events:none}\
.fill{width:100%;height:100%;object-fit:cover}\
.text,.badge{display:flex}\
.text{flex-direction:column}\
.line{overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;flex:none}\
.one{display:block;white-space:nowrap;text-overflow:ellipsis}\
.badge>div{max-width:100%}\
.stroke{border-top-style:solid}\
.piece>.face{inset:auto}\
.note{padding:9px;text-align:center}\
.dots{display:flex;gap:6px;inset-inline-end:8px;padding:6px}\
.dots,.more{position:absolute;bottom:4px;border:0;border-radius:22px;background:#000b;color:#fff}\
.centred,.more{inset-inline:0;margin:auto;width:max-content}\
.dots i{width:6px;height:6px;border-radius:6px;background:#fff7}\
.dots .on{background:#fff}\
.more{padding:14px;font-size:14px}\
@media print{:host{color-scheme:light!important;print-color-adjust:exact}.feed{margin:auto}.more{display:none}}\
`;

/** The style sheet, which all feeds of a page share. */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(rules);
