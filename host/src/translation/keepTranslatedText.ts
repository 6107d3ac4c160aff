/**
 * Browsers' translators replace text by `<font>` elements, behind React's back. React then changes text that is no
 * longer in the page, which stays as it was, or looks for it among its siblings and fails.
 *
 * So React's text goes back, empty, before its translation. When React changes or removes it, the translation goes;
 * when the translator removes the translation, the text comes back.
 */
interface Translated {
  readonly text: Text;
  readonly original: string;
}

const isTranslation = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

/** Keeps the texts below `root` React's own while they are translated. Returns a function that stops it. */
export const keepTranslatedText = (root: Node): (() => void) => {
  const originals = new WeakMap<Node, Translated>();
  const translations = new WeakMap<Node, HTMLElement>();

  /** A translator replaces a text at once, or adds the translation beside it and then removes it. */
  const findTranslation = ({ addedNodes, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined =>
    [...addedNodes, previousSibling, nextSibling]
      .filter(isTranslation)
      .find((element) => element.isConnected && !originals.has(element));

  const keep = (text: Text, translation: HTMLElement): void => {
    if (text.isConnected) text.replaceWith(text.cloneNode()); // it was moved into its translation
    originals.set(translation, { text, original: text.data });
    translations.set(text, translation);
    text.data = '';
    translation.before(text);
  };
  const forget = (text: Text, translation: HTMLElement): void => {
    originals.delete(translation);
    translations.delete(text);
  };

  const handleRemoval = (node: Node, record: MutationRecord): void => {
    const original = originals.get(node);
    if (original && !node.isConnected) {
      forget(original.text, node as HTMLElement);
      if (original.text.isConnected) original.text.data = original.original;
    } else if (node instanceof Text) {
      const translation = translations.get(node);
      if (!translation) {
        const added = node.data.trim() === '' ? undefined : findTranslation(record);
        if (added) keep(node, added);
      } else if (!node.isConnected) {
        forget(node, translation);
        translation.remove();
      }
    }
  };

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.removedNodes) handleRemoval(node, record);
      const translation = record.type === 'characterData' && translations.get(record.target);
      if (translation && (record.target as Text).data !== '') {
        forget(record.target as Text, translation);
        translation.remove();
      }
    }
    observer.takeRecords(); // what was changed here
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
};
