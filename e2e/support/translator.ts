import type { Page } from '@playwright/test';

/**
 * Translates the page as browsers do: each text is replaced by a `<font>` element, `delayMs` after it came.
 * Translations are in brackets.
 */
export const translatePages = (page: Page, delayMs: number): Promise<unknown> =>
  page.addInitScript((delay) => {
    const translate = (root: Node): void => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      if (root instanceof Text) texts.push(root);
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, title, textarea')) continue;
        const translation = document.createElement('font');
        translation.textContent = `[${text.data}]`;
        text.replaceWith(translation);
      }
    };
    const observer = new MutationObserver((records) => {
      const nodes = records.flatMap(({ type, target, addedNodes }) =>
        type === 'characterData' ? [target] : [...addedNodes],
      );
      const work = (): void => {
        for (const node of nodes) if (node.isConnected) translate(node);
      };
      if (delay === 0) work();
      else setTimeout(work, delay);
    });
    observer.observe(document, { childList: true, characterData: true, subtree: true });
  }, delayMs);
