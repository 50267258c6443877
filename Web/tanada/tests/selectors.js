// Selectors of a page without a browser: names, classes, attributes, some pseudo-classes, and what is in what.

/** The parts of a selector: the name of an element, a class, an attribute, a pseudo-class. */
const names = new RegExp(['^(?:([\\w-]+|\\*)', '\\.([\\w-]+)', '\\[([\\w-]+)(?:([$^*]?)=("[^"]*"|\'[^\']*\'|[^\\]]*))?\\]',
  ':([\\w-]+)(?:\\(((?:[^()]|\\([^()]*\\))*)\\))?)'].join('|'));
const operators = {
  '': (own, value) => own === value, $: (own, value) => own.endsWith(value),
  '^': (own, value) => own.startsWith(value), '*': (own, value) => own.includes(value),
};
const pseudoClasses = {
  not: (element, list) => !element.matches(list), is: (element, list) => element.matches(list),
  disabled: (element) => Boolean(element.disabled), checked: (element) => Boolean(element.checked),
  'last-child': (element) => element.parentNode?.lastElementChild === element,
  'focus-visible': (element) => element.getRootNode().activeElement === element, scope: () => true,
};

/** The parts of a list that are separated by commas outside of brackets. */
const partsOf = (list) => list.split(/,(?![^([]*[)\]])/).map((part) => part.trim());

function matchesCompound(element, compound) {
  for (let rest = compound; rest;) {
    const [all, tag, className, attribute, operator, quoted, pseudoClass, list] = names.exec(rest) ?? [];
    if (!all) throw new Error(`a selector that is not known: ${compound}`);
    rest = rest.slice(all.length);
    const value = quoted?.replace(/^["']|["']$/g, '');
    const own = attribute && element.getAttribute(attribute);
    const isMet = tag ? tag === '*' || tag === element.localName
      : className ? element.classList.contains(className)
        : attribute ? own !== null && (value === undefined || operators[operator](own, value))
          : pseudoClasses[pseudoClass](element, list);
    if (!isMet) return false;
  }
  return true;
}

/** Whether an element is meant by a selector without commas. */
function matchesComplex(element, selector) {
  // Spaces inside of brackets are none between two compounds.
  const steps = selector.replace(/\s*>\s*/g, ' > ').match(/(?:[^\s([]|\([^)]*\)+|\[[^\]]*\])+/g);
  const isMet = (node, at) => {
    if (!node?.localName || !matchesCompound(node, steps[at])) return false;
    if (at === 0) return true;
    if (steps[at - 1] === '>') return steps[at - 2] === ':scope' || isMet(node.parentNode, at - 2);
    for (let above = node.parentNode; above; above = above.parentNode) if (isMet(above, at - 1)) return true;
    return false;
  };
  return isMet(element, steps.length - 1);
}

/**
 * Whether an element is meant by a list of selectors.
 * @param {any} element
 * @param {string} list
 */
export const isMeant = (element, list) => partsOf(list).some((selector) => matchesComplex(element, selector));
