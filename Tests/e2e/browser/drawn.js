// Everything that is drawn: every section, item and slot of the feed, relative to the feed's own corner.
() => {
  const feed = document.querySelector("tanada-feed");
  const corner = feed.getBoundingClientRect();
  const rect = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x - corner.x, y: y - corner.y, width, height };
  };
  // The lines of a text as they are broken, also those that are not shown.
  const lines = (element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const boxes = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      boxes.push(...range.getClientRects());
    }
    const found = [];
    for (const box of boxes) {
      if (!box.width) continue;
      const middle = box.y - corner.y + box.height / 2;
      const known = found.find((line) => Math.abs(line.middle - middle) < box.height / 3);
      const [left, right] = [box.left - corner.x, box.right - corner.x];
      if (!known) found.push({ middle, left, right });
      else Object.assign(known, { left: Math.min(known.left, left), right: Math.max(known.right, right) });
    }
    return found;
  };
  const slots = (box) => [...box.querySelectorAll("[data-slot]")].map((slot) => ({
    role: slot.dataset.slot,
    rect: rect(slot),
    text: slot.textContent,
    lines: slot.textContent ? lines(slot) : [],
  }));
  const tree = feed.shadowRoot;
  return {
    feed: { x: 0, y: 0, width: corner.width, height: corner.height },
    revision: feed.dataset.feedRevision,
    sections: [...tree.querySelectorAll("[data-section]")].map((section) => ({
      id: section.dataset.section,
      offset: section.dataset.offset,
      rect: rect(section),
      items: [...section.querySelectorAll("[data-item]")].map((item) => ({
        id: Number(item.dataset.item),
        frame: item.dataset.frame.split(",").map(Number),
        rect: rect(item),
        slots: slots(item),
      })),
    })),
  };
}
