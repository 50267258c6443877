// What tests ask of a page, and do in it: an init script of every page. `feed` is the first feed, `tree` is in it.
(() => {
  for (const [name, get] of Object.entries({
    feed: () => document.querySelector("tanada-feed"), tree: () => window.feed?.shadowRoot,
  })) Object.defineProperty(window, name, { get, configurable: true });

  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });

  // The timers that are set. Those of a second and more are for failures. A notice stays: OFFERING is its time.
  const timers = new Set();
  const { setTimeout, clearTimeout } = window;
  window.setTimeout = (action, time = 0, ...values) => {
    if (time === OFFERING) return 0;
    const timer = setTimeout(() => { timers.delete(timer); action(...values); }, time);
    if (time < 1000) timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { timers.delete(timer); clearTimeout(timer); };

  const frame = () => new Promise(requestAnimationFrame);
  const request = window.requestAnimationFrame.bind(window);
  const box = (element, { x, y } = { x: 0, y: 0 }) => {
    const found = element.getBoundingClientRect();
    return { x: found.x - x, y: found.y - y, width: found.width, height: found.height };
  };
  const sectionOf = (element) => element.closest("[data-section]")?.dataset.section ?? null;
  const itemOf = (element) => element.closest("[data-item]")?.dataset.item ?? null;
  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element === document.body ? null : element;
  };
  // Fingers and mice as a screen reports them, to an element, each at its own time.
  const send = (target, type, time, more) => {
    const event = new PointerEvent(type, {
      bubbles: true, composed: true, cancelable: true, button: type === "pointermove" ? -1 : 0, ...more,
    });
    Object.defineProperty(event, "timeStamp", { value: time });
    target.dispatchEvent(event);
  };
  // The lines of a text as they are broken, also those that are not shown.
  const linesOf = (element, corner) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const line of range.getClientRects()) {
        if (!line.width) continue;
        const middle = line.y - corner.y + line.height / 2;
        const known = found.find((other) => Math.abs(other.middle - middle) < line.height / 3);
        const [left, right] = [line.left - corner.x, line.right - corner.x];
        if (!known) found.push({ middle, left, right });
        else Object.assign(known, { left: Math.min(known.left, left), right: Math.max(known.right, right) });
      }
    }
    return found;
  };

  window.look = {
    // Two frames: what one has changed, the other has drawn. Then the timers that are set.
    frames: async () => {
      for (let count = 0; count < 2; count += 1) await frame();
      return timers.size;
    },

    // Everything that is drawn: every section, item and slot of the feed, relative to the feed's own corner.
    drawn: () => {
      const corner = feed.getBoundingClientRect();
      const slots = (item) => [...item.querySelectorAll("[data-slot]")].map((slot) => ({
        role: slot.dataset.slot, rect: box(slot, corner), text: slot.textContent,
        lines: slot.textContent ? linesOf(slot, corner) : [],
      }));
      return {
        feed: { x: 0, y: 0, width: corner.width, height: corner.height },
        revision: feed.dataset.feedRevision,
        sections: [...tree.querySelectorAll("[data-section]")].map((section) => ({
          id: section.dataset.section, offset: section.dataset.offset, rect: box(section, corner),
          items: [...section.querySelectorAll("[data-item]")].map((item) => ({
            id: Number(item.dataset.item), frame: item.dataset.frame.split(",").map(Number), rect: box(item, corner),
            slots: slots(item),
          })),
        })),
      };
    },
    hasHeadline: ([section, item, text]) =>
      [...tree.querySelectorAll(`[data-section="${section}"] [data-item="${item}"] [data-slot=headline]`)]
        .some((slot) => slot.textContent === text),
    ids: () => [...tree.querySelectorAll("[data-item]")].map((item) => Number(item.dataset.item)),
    // The items of a section, each with the share of its height that is in the window.
    seen: (section) => [...tree.querySelectorAll(`[data-section=${section}] [data-item]`)]
      .map((item) => {
        const { top, bottom, height } = item.getBoundingClientRect();
        return [item.dataset.item, (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height];
      })
      .filter(([, share]) => share > 0),

    // Scrolls, and waits until the page has noticed it.
    scrollTo: (place) => new Promise((done) => {
      addEventListener("scroll", () => done(), { once: true });
      scrollTo(0, place);
    }),

    // The element with the focus, with its section and its item.
    focused: () => {
      const element = focused();
      return element && {
        id: element.id, text: element.textContent.trim().slice(0, 40),
        section: sectionOf(element), item: itemOf(element),
        isCarousel: element.getAttribute("aria-roledescription") === "carousel",
        isVisible: element.checkVisibility() && element.getBoundingClientRect().width > 0,
      };
    },
    // Notes where the focus is after each press of Tab.
    noteStops: () => {
      window.stops = [];
      addEventListener("keyup", ({ key }) => key === "Tab" && window.stops.push(look.focused()), true);
    },
    // The item of a carousel that the next press of Tab reaches.
    inFront: (section) => [...section.querySelectorAll("[data-item]")]
      .filter((item) => item.querySelector("[tabindex='0']")).map((item) => item.dataset.item),

    // Tells animations that time goes by another measure: at 20 they are over after a few frames, and 1e-9 holds
    // them where they begin.
    pace: 1,
    setPace: (pace) => {
      look.pace = pace;
      window.requestAnimationFrame = (action) => request((now) => action(now * look.pace));
    },
    // Notes every event of a drag as tanada.js gets it.
    recordPointers: () => {
      window.pointers = [];
      for (const type of ["pointerdown", "pointermove", "pointerup"]) {
        addEventListener(type, (event) => {
          if (type === "pointerdown") window.pointers = [];
          window.pointers.push({ type, x: event.clientX, time: event.timeStamp });
        }, true);
      }
    },
    // A drag whose velocity does not depend on how busy the machine is: its events say when they were.
    drag: (section, [start, y, distance, milliseconds, still]) => {
      let target = document.elementFromPoint(start, y);
      while (target.shadowRoot?.elementFromPoint(start, y)) target = target.shadowRoot.elementFromPoint(start, y);
      const began = performance.now(), steps = 6;
      const at = (type, x, time) => send(target, type, began + time, {
        pointerId: 1, pointerType: "mouse", isPrimary: true, clientX: x, clientY: y,
      });
      at("pointerdown", start, 0);
      for (let step = 1; step <= steps; step += 1) {
        at("pointermove", start + (distance * step) / steps, (milliseconds * step) / steps);
      }
      at("pointerup", start + distance, milliseconds + still);
    },
    // A section at rest: its offset, where it is, and the rectangles of its items relative to it, by their ids.
    atRest: async (section) => {
      while (!section.hasAttribute("data-offset")) await frame();
      const place = box(section);
      const items = [...section.querySelectorAll("[data-item]")]
        .filter((item) => getComputedStyle(item).visibility !== "hidden")
        .map((item) => [Number(item.dataset.item), box(item, place)]);
      return { offset: Number(section.dataset.offset), box: place, items, pointers: window.pointers };
    },

    // Fingers in the viewer: [type, id, x, y, milliseconds after the one before].
    fingers: (events) => {
      const dialog = tree.querySelector("dialog");
      dialog.setPointerCapture = () => {};
      let time = performance.now();
      for (const [type, pointerId, clientX, clientY, pause] of events) {
        time += pause;
        // A finger touches what is there, and then belongs to the viewer.
        const target = type === "pointerdown" ? tree.elementFromPoint(clientX, clientY) ?? dialog : dialog;
        send(target, type, time, { pointerId, pointerType: "touch", isPrimary: pointerId === 1, clientX, clientY });
      }
    },
    // The part of the current photo that is shown, how dark it is behind, and what is said about it; or null.
    photo: () => {
      const dialog = tree.querySelector("dialog[open]");
      if (!dialog) return null;
      const slide = dialog.querySelector(".slide");
      const picture = slide.querySelector(".stand-in") ?? slide.querySelector("img");
      const whole = picture.getBoundingClientRect();
      const scale = whole.width / picture.offsetWidth;
      const edges = picture.style.clipPath.split("round")[0].match(/[-\d.e]+(?=px)/g)?.map(Number) ?? [0];
      const [top, right = top, bottom = top, left = right] = edges.map((edge) => edge * scale);
      return {
        x: whole.x + left, y: whole.y + top, width: whole.width - left - right, height: whole.height - top - bottom,
        shade: Number(getComputedStyle(dialog.querySelector(".shade")).opacity),
        count: dialog.querySelector(".count").firstChild.textContent,
        title: dialog.querySelector(".title")?.textContent, text: dialog.querySelector(".texts").textContent,
        isLoaded: !slide.querySelector(".stand-in"),
      };
    },
    // Whether the whole photo is in the middle of the window, and nothing else is seen.
    isPhotoAtRest: (count) => {
      const now = look.photo();
      return now && now.isLoaded && now.shade === 1 && Math.abs(now.x * 2 + now.width - innerWidth) < 1
        && Math.abs(now.y * 2 + now.height - innerHeight) < 1 && (!count || now.count === count);
    },
    // The scale of the picture of the viewer and where its top left corner is, in points.
    picture: () => {
      const img = tree.querySelector("dialog[open] img");
      if (!img || img.hidden || !img.naturalWidth) return null;
      const { a, e, f } = new DOMMatrix(getComputedStyle(img).transform);
      return { scale: a, x: e, y: f, width: img.naturalWidth, height: img.naturalHeight };
    },
    isPictureAt: ([scale, x, y]) => {
      const now = look.picture();
      return now && Math.abs(now.scale - scale) < 1e-4 && Math.abs(now.x - x) < 0.5 && Math.abs(now.y - y) < 0.5;
    },

    // The page when a printer asks: the items that have boxes, and the pictures of which nothing is seen.
    awaitPrinter: () => addEventListener("beforeprint", () => {
      const frames = [...tree.querySelectorAll(".frame")];
      window.printed = {
        items: [...tree.querySelectorAll("[data-item]")].map((item) => `${sectionOf(item)}/${item.dataset.item}`),
        empty: frames.filter((one) => !one.querySelector("canvas") && !one.querySelector("img")?.naturalWidth).length,
        frames: frames.length,
      };
    }),
    // Draws a document in which the news' pictures have other addresses, as the first feed of the page.
    drawOtherPictures: () => {
      const changed = structuredClone(feed.document);
      const { items } = changed.sections.find(({ id }) => id === "recent_news");
      const [whole] = Object.values(items[2].image.sources.at(-1)).filter((address) => /^http|^\//.test(address));
      const { sources } = items[3].image;
      items[0].image = { ...items[0].image, sources: undefined, url: undefined };
      items[1].image = { ...items[1].image, sources: [], url: "/nowhere.png" };
      items[2].image = { ...items[2].image, sources: null, url: whole };
      items[3].image = { ...items[3].image, sources: sources.slice(-1), url: "/nowhere-else.png" };
      const other = document.createElement("tanada-feed");
      document.getElementById("screen").prepend(other);
      other.document = changed;
      scrollTo(0, 0);
    },
    // The contents of the first four frames of the news.
    pictures: () => [...tree.querySelectorAll("[data-section=recent_news] .frame")].slice(0, 4).map((one) => ({
      placeholder: !!one.querySelector("canvas"), isSeen: one.querySelector("img")?.naturalWidth > 0,
      sources: one.querySelectorAll("source").length,
    })),

    // The texts on the pictures of sections, which then are white and without these texts.
    bareTexts: (roles) => {
      for (const one of tree.querySelectorAll(".frame")) {
        one.replaceChildren();
        one.style.backgroundColor = "#fff";
      }
      return roles.map(([section, role]) => {
        const slot = tree.querySelector(`[data-section=${section}] [data-slot=${role}]`);
        const line = slot.querySelector(".line");
        const color = getComputedStyle(line).color.match(/[\d.]+/g).slice(0, 3).map(Number);
        line.style.visibility = "hidden";
        return { color, box: box(slot, { x: 0, y: -scrollY }) };
      });
    },
    // How far their colours are from the lightest pixel behind them.
    contrasts: async ([picture, places]) => {
      const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
      canvas.drawImage(bitmap, 0, 0);
      const luminance = (color) => {
        const [r, g, b] = color.map((part) => part / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return places.map(({ color, box: { x, y, width, height } }) => {
        const { data } = canvas.getImageData(x, y, width, height);
        let lightest = 0;
        for (let i = 0; i < data.length; i += 4) lightest = Math.max(lightest, luminance([...data.slice(i, i + 3)]));
        return (luminance(color) + 0.05) / (lightest + 0.05);
      });
    },
    // The language of each item, and of each title.
    languages: () => {
      const languageOf = (element) => (element.closest("[lang]") ?? feed).lang;
      return {
        items: Object.fromEntries([...tree.querySelectorAll("[data-section] [data-item]")].map((item) => {
          const line = item.querySelector(".line");
          return [`${sectionOf(item)} ${item.dataset.item}`, line && languageOf(line)];
        })),
        titles: [...tree.querySelectorAll("h2, [role=heading]")].map((title) => [title.textContent, languageOf(title)]),
      };
    },
    // The lines of texts outside of their slots or their items by more than a pixel, and how many there are in all.
    linesOutside: () => {
      const beyond = (inner, outer) => Math.max(
        outer.left - inner.left, inner.right - outer.right, outer.top - inner.top, inner.bottom - outer.bottom);
      const outside = [];
      let count = 0;
      for (const line of tree.querySelectorAll(".line")) {
        if (!line.textContent || !line.checkVisibility()) continue;
        count += 1;
        const slot = line.closest("[data-slot]");
        for (const outer of [slot, slot.closest("[data-item]") ?? slot.closest("[data-section]")]) {
          const by = beyond(line.getBoundingClientRect(), outer.getBoundingClientRect());
          if (by > 1) outside.push([sectionOf(line), slot.dataset.slot, by, line.textContent]);
        }
      }
      return { outside, count };
    },
    // The same in a drawing. A line of a font of size s reaches from 0.8 s above its baseline to 0.3 s below it.
    linesOutsideInDrawing: (svg) => {
      document.body.innerHTML = svg;
      const outside = [];
      let count = 0;
      for (const slot of document.querySelectorAll("[data-slot]")) {
        const [left, top, width, height] = slot.dataset.box.split(" ").map(Number);
        for (const text of slot.querySelectorAll("text")) {
          count += 1;
          const length = text.getComputedTextLength();
          const [size, baseline, place] = ["font-size", "y", "x"].map((name) => Number(text.getAttribute(name)));
          const anchor = text.getAttribute("text-anchor") ?? "start";
          const isAtRight = (anchor === "end") !== (text.getAttribute("direction") === "rtl");
          const x = place - (anchor === "middle" ? length / 2 : isAtRight ? length : 0);
          const by = Math.max(
            left - x, x + length - left - width, top - baseline + 0.8 * size, baseline + 0.3 * size - top - height);
          if (by > 1) outside.push([slot.dataset.slot, by, size, text.textContent]);
        }
      }
      return { outside, count };
    },

    // What is shown in all shadow trees of a page, and what of it has become more than a text.
    markup: () => {
      const texts = new Set(), wrong = [];
      const visit = (root) => {
        texts.add(root.textContent ?? "");
        for (const element of root.querySelectorAll("*")) {
          if (element.matches("input, textarea")) texts.add(element.value);
          if (element.shadowRoot) visit(element.shadowRoot);
          if (element.matches("template")) visit(element.content);
          const say = () => wrong.push(element.outerHTML.slice(0, 300));
          if (element.hasAttribute("data-markup")) say();
          if (element.localName === "script" && !element.src && element.textContent.includes("window.hit")) say();
          for (const { name, value } of element.attributes) {
            if (name.startsWith("on") || name === "srcdoc") say();
            if (["href", "src", "action", "formaction", "xlink:href"].includes(name)
              && /^\s*(javascript|vbscript|data:text)/i.test(value)) say();
          }
        }
      };
      texts.add(document.documentElement.textContent);
      visit(document);
      return { texts: [...texts], wrong, hit: window.hit ?? null, title: document.title };
    },
    // The elements that make a page scroll sideways.
    wide: () => (document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .slice(0, 3).map((element) => `wider than the window: ${element.outerHTML.slice(0, 120)}`)),

    // Lets time go by some times as fast.
    hurry: (times) => {
      const slow = window.setTimeout;
      window.setTimeout = (action, time = 0, ...values) => slow(action, time / times, ...values);
    },
    // How far down the feed a section begins.
    top: (id) => tree.querySelector(`[data-section=${id}]`).getBoundingClientRect().y - feed.getBoundingClientRect().y,
    // How far down the page the middle of each item of the first section is, by its id.
    middles: () => {
      const { sections: [{ frame: place, layout_origin: origin, layout, items }] } = feed.document;
      return layout.frames.map(({ y, height }, i) => [items[i].id, place.y + origin.y + y + height / 2]);
    },
    // Notes what feeds say, in all and by the places of feeds.
    noteSaid: () => {
      window.errors = [];
      window.seen = [];
      addEventListener("tanada-error", ({ detail }) => window.errors.push([detail.failed, detail.status]));
      addEventListener("tanada-impression", ({ target, detail }) => {
        window.seen.push(detail.item.id);
        window.seen[target.parentNode.id] = (window.seen[target.parentNode.id] ?? 0) + 1;
      });
    },
    // Puts another feed with these properties in the place of the first one.
    replaceFeed: ({ src, ...properties }) => {
      const other = document.createElement("tanada-feed");
      const property = (name) => name.replace(/-./, ([, letter]) => letter.toUpperCase());
      for (const [name, value] of Object.entries(properties)) other[property(name)] = value;
      if (src) other.setAttribute("src", src);
      feed.replaceWith(other);
      return other;
    },
    // Waits until the feed says that its document cannot be had, after something was done.
    fails: (act) => new Promise((resolve) => {
      addEventListener("tanada-error", ({ detail }) => resolve(detail.status), { once: true });
      act();
    }),

    // The element with the focus in the studio, and whether another one has it, or a radio button of its group, which is
    // one stop; and whether that one comes before.
    hasFocus: (element) => {
      const active = focused();
      const isOfGroup = element.type === "radio" && active?.type === "radio" && active.name === element.name;
      return [element === active || isOfGroup, active?.outerHTML.slice(0, 120)];
    },
    isBeforeFocus: (element) => Boolean(
      document.activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
      && !element.contains(document.activeElement)),

    // Asks for another language, direction and size of text, and says whether they are there, with a section of iOS.
    setReader: ([locale, direction, size]) => {
      feed.locale = locale;
      feed.setAttribute("direction", direction);
      feed.setAttribute("text-size", size);
    },
    isOfReader: ([locale, direction, size]) => {
      const { document: shown } = feed;
      return shown.locale === locale && shown.direction === direction && shown.text_size === size
        && shown.sections.some(({ id }) => id === "ios_banners");
    },

    // Notes when a feed is painted first.
    notePainted: () => document.addEventListener("tanada-update", () => {
      requestAnimationFrame(() => setTimeout(() => { window.painted ??= performance.now(); }));
    }, true),
    // Notes when a feed shows a text.
    noteText: (text) => {
      window.seen = new Promise((resolve) => feed.addEventListener("tanada-update", () => {
        if (tree.textContent.includes(text)) resolve(Date.now());
      }));
    },

    // The state of the studio; what holds of its screens beside each other; and the milliseconds from an edit to the screen.
    studio: () => document.querySelector("studio-shell").app.state.get(),
    changes: () => document.querySelector("studio-shell").app.working.changes,
    facts: () => {
      const { place, saving, conflicts, isOnline, notice, bases } = look.studio();
      const inspector = document.querySelector(".inspector").textContent.slice(0, 300);
      return { place, saving, conflicts: conflicts.length, isOnline, notice, bases: Object.keys(bases), inspector };
    },
    screens: (holds, value) => {
      const feeds = [...document.querySelectorAll('[data-panel="screen"] tanada-feed')];
      const screen = feeds[0]?.document;
      return holds(feeds, screen, (id) => screen.sections.find((one) => one.id === id) ?? { layout: {}, items: [] }, value);
    },
    edit: async ([subject, title]) => {
      const began = performance.now();
      document.querySelector("studio-shell").app.working.edit(subject, look.studio().bases[subject], { title });
      const shown = document.querySelector('[data-panel="screen"] tanada-feed').shadowRoot;
      while (!shown.textContent.includes(title)) await frame();
      return performance.now() - began;
    },
    // Answers the conflict that is asked about, and says whose it is; null without one.
    answerConflict: (action) => {
      const dialog = document.querySelector(".conflict-dialog[open]");
      if (!dialog) return null;
      const { subject } = dialog.querySelector("[data-subject]").dataset;
      dialog.querySelector(`[data-action="${action}"]`).click();
      return subject;
    },

    // Notes the time of each frame, in milliseconds; and ends that.
    noteFrames: () => {
      window.frameTimes = [];
      let last = 0;
      const next = (now) => {
        if (last) window.frameTimes.push(now - last);
        last = now;
        window.pendingFrame = requestAnimationFrame(next);
      };
      window.pendingFrame = requestAnimationFrame(next);
    },
    frameTimes: () => {
      cancelAnimationFrame(window.pendingFrame);
      return window.frameTimes;
    },
  };
})();
