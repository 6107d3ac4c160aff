import { isModuleName, isModuleNameOf } from '@shop/build/moduleClasses';
import postcss, { type AtRule, type ChildNode, type Container, type Node, type Rule } from 'postcss';
import parseSelectors, { type Node as SelectorPart, type Selector } from 'postcss-selector-parser';

/** Order of cascade layers that every stylesheet declares first. Remotes write into the last two. */
const LAYER_ORDER = 'reset, base, components, features';
const OWN_LAYERS = new Set(['components', 'features']);
const CONDITIONS = new Set(['media', 'supports', 'container', 'starting-style']);
/** Pseudo-classes that match if any of their selectors matches. */
const ALTERNATIVES = new Set([':is', ':where']);
/**
 * Limit for all stylesheets of a release together, because they are parsed in the registry's process. Ours have at most
 * 50 KB.
 */
const MAX_STYLES_BYTES = 300_000;
/** Maximum depth of nested blocks; compiled styles have four. */
const MAX_NESTING = 12;
/** Maximum length of the selector list of one rule. */
const MAX_SELECTOR_LENGTH = 4_000;
const MAX_REASONS = 10;
const MAX_QUOTE_LENGTH = 80;

const quote = (text: string): string => (text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text);

/**
 * Whether a selector matches only elements with a class of the remote's own CSS modules, or elements near them. A class
 * inside `:not` or `:has` does not count: `body:has(.own)` matches the page, and so does `body:has(&)` in a rule of
 * `.own`.
 */
const isOwnSelector = (selector: Selector, remote: string, isNested: boolean): boolean =>
  selector.nodes.some((part: SelectorPart) => {
    if (part.type === 'class') return isModuleNameOf(remote, part.value);
    if (part.type === 'nesting') return isNested; // the rule around it is checked itself; without one, it is the page
    return (
      part.type === 'pseudo' &&
      ALTERNATIVES.has(part.value.toLowerCase()) &&
      part.nodes.length > 0 &&
      part.nodes.every((alternative) => isOwnSelector(alternative, remote, isNested))
    );
  });

/** In a nested rule, a selector without `&` matches only what is inside the outer rule's elements. */
const isInsideOuterRule = (selector: Selector): boolean => {
  let hasNesting = false;
  selector.walkNesting(() => {
    hasNesting = true;
  });
  return !hasNesting;
};

/** Finds a class of another package's CSS modules, wherever it stands in the selector. */
const findForeignClass = (selector: Selector, remote: string): string | undefined => {
  let found: string | undefined;
  selector.walkClasses(({ value }) => {
    if (isModuleName(value) && !isModuleNameOf(remote, value)) found ??= value;
  });
  return found;
};

/** Returns the reason why a remote may not use a selector; undefined if it may. */
const checkSelector = (selector: Selector, remote: string, isNested: boolean): string | undefined => {
  const text = quote(String(selector).trim());
  const foreign = findForeignClass(selector, remote);
  if (foreign !== undefined)
    return `${text}: the class ${quote(foreign)} is not of a CSS module of ${remote}. Style only your own elements. If it is yours, an older tool has built it: build the remote again.`;
  if (isOwnSelector(selector, remote, isNested) || (isNested && isInsideOuterRule(selector))) return undefined;
  return `${text} has no class of its own CSS module, so it would style the whole page. Only custom properties named --${remote}-… may be global.`;
};

const declaresOwnProperties = (rule: Rule, remote: string): boolean =>
  rule.nodes.every((node) => node.type === 'comment' || (node.type === 'decl' && node.prop.startsWith(`--${remote}-`)));

const listAncestors = (node: ChildNode): Node[] => {
  const parents: Node[] = [];
  for (let parent: Node | undefined = node.parent; parent; parent = parent.parent) parents.push(parent);
  return parents;
};

const isAtRule = (node: Node | undefined): node is AtRule => node?.type === 'atrule';

const checkRule = (rule: Rule, remote: string): string[] => {
  const parents = listAncestors(rule);
  const isNested = parents.some(({ type }) => type === 'rule');
  if (rule.selector.length > MAX_SELECTOR_LENGTH)
    return [`${quote(rule.selector)} is a selector of more than ${MAX_SELECTOR_LENGTH} characters.`];
  if (!parents.some((parent) => isAtRule(parent) && parent.name === 'layer'))
    return [
      `${quote(rule.selector)} is in no cascade layer: it would override all other styles. Write it in a CSS module.`,
    ];
  if (declaresOwnProperties(rule, remote)) return [];
  return parseSelectors()
    .astSync(rule.selector)
    .nodes.flatMap((selector) => checkSelector(selector, remote, isNested) ?? []);
};

const checkAtRule = (rule: AtRule, remote: string): string[] => {
  const name = rule.name.toLowerCase();
  if (CONDITIONS.has(name)) return [];
  if (name === 'layer') {
    const isAllowed = rule.nodes
      ? OWN_LAYERS.has(rule.params)
      : rule.params
          .split(',')
          .map((layer) => layer.trim())
          .join(', ') === LAYER_ORDER;
    return isAllowed
      ? []
      : [
          `@layer ${quote(rule.params)} is not allowed: a remote's layers are components and features, in the order ${LAYER_ORDER}.`,
        ];
  }
  if (name.endsWith('keyframes'))
    return isModuleNameOf(remote, rule.params)
      ? []
      : [
          `@keyframes ${quote(rule.params)} has a name that others could use, too: declare it in a CSS module of ${remote}.`,
        ];
  return [`@${rule.name} ${quote(rule.params)} affects the whole page.`];
};

const isInKeyframes = (rule: Rule): boolean =>
  isAtRule(rule.parent) && rule.parent.name.toLowerCase().endsWith('keyframes');

const checkContainer = (container: Container, remote: string): string[] => {
  const reasons: string[] = [];
  container.walk((node) => {
    if (node.type === 'atrule') reasons.push(...checkAtRule(node, remote));
    if (node.type === 'rule' && !isInKeyframes(node)) reasons.push(...checkRule(node, remote));
  });
  return reasons;
};

/** Checked before parsing: the time to walk a deep tree grows with the square of its depth. */
const countNesting = (css: string): number => {
  let [depth, deepest] = [0, 0];
  for (const letter of css) {
    if (letter === '{') depth += 1;
    else if (letter === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

const checkFile = (name: string, css: string, remote: string): string[] => {
  if (countNesting(css) > MAX_NESTING) return [`${name} nests blocks deeper than ${MAX_NESTING}.`];
  try {
    return checkContainer(postcss.parse(css), remote).map((reason) => `${name}: ${reason}`);
  } catch (error) {
    return [`${name} is not a valid stylesheet: ${error instanceof Error ? error.message : String(error)}`];
  }
};

/** Returns one sentence for each style that would affect pages or elements of other remotes. */
export const checkStyles = (remote: string, files: ReadonlyMap<string, Buffer>): string[] => {
  const stylesheets = [...files].filter(([name]) => name.startsWith('web/') && name.endsWith('.css'));
  const bytes = stylesheets.reduce((sum, [, content]) => sum + content.length, 0);
  if (bytes > MAX_STYLES_BYTES)
    return [
      `Its stylesheets have ${Math.ceil(bytes / 1_000)} KB together; they may have ${MAX_STYLES_BYTES / 1_000} KB.`,
    ];
  return [
    ...new Set(stylesheets.flatMap(([name, content]) => checkFile(name, content.toString('utf8'), remote))),
  ].slice(0, MAX_REASONS);
};
