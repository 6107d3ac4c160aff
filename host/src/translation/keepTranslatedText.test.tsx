import { act, render } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { keepTranslatedText } from './keepTranslatedText';

const listTexts = (root: Node): Text[] =>
  [...root.childNodes].flatMap((node) => (node instanceof Text ? [node] : listTexts(node)));

/** What the translators of Chrome and of extensions do with each text. */
const translators = {
  'replaces a text': (text: Text, translation: HTMLElement) => text.replaceWith(translation),
  'adds a translation and removes the text': (text: Text, translation: HTMLElement) => {
    text.before(translation);
    text.remove();
  },
  'moves the text into its translation': (text: Text, translation: HTMLElement) => {
    text.replaceWith(translation);
    translation.replaceChildren('[', text, ']');
  },
} as const;

type Translate = (text: Text, translation: HTMLElement) => void;

const translateAll = async (root: Node, translate: Translate): Promise<void> => {
  for (const text of listTexts(root)) {
    if (text.data.trim() === '' || text.parentElement?.nodeName === 'FONT') continue;
    const translation = document.createElement('font');
    translation.textContent = `[${text.data}]`;
    translate(text, translation);
  }
  await Promise.resolve(); // observers are called
};

let change: (state: number) => void;
const Changing = ({ children }: { readonly children: (state: number) => ReactNode }) => {
  const [state, setState] = useState(0);
  change = (next) => act(() => setState(next));
  return children(state);
};

let stop: () => void;
beforeEach(() => (stop = keepTranslatedText(document)));
afterEach(() => stop());

describe.each(Object.entries(translators))('a translator that %s', (_what, translate: Translate) => {
  test('does not stop an element from coming before the text, and the text from changing', async () => {
    const { container } = render(
      <Changing>
        {(state) => (
          <p>
            {state > 0 && <b>Corrected. </b>}
            {`${state} products`}
          </p>
        )}
      </Changing>,
    );
    await translateAll(container, translate);
    change(1);
    await Promise.resolve();
    expect(container).toHaveTextContent(/^Corrected\. 1 products$/);
  });

  test('does not keep a text that React removes, alone or with what is around it', async () => {
    const { container } = render(
      <Changing>
        {(state) => (
          <div>
            {state === 0 && 'Loading'}
            <i>!</i>
            {state < 2 && <p>A paragraph of {state} words</p>}
          </div>
        )}
      </Changing>,
    );
    await translateAll(container, translate);
    expect(container.textContent).toBe('[Loading][!][A paragraph of ][0][ words]');
    change(1);
    await Promise.resolve();
    expect(container.textContent).toBe('[!][A paragraph of ]1[ words]');
    change(2);
    await Promise.resolve();
    expect(container.textContent).not.toContain('paragraph');
  });

  test('gives the text back when the original is shown', async () => {
    const { container } = render(<p>Rings {'and'} chains</p>);
    await translateAll(container, translate);
    expect(container.querySelectorAll('font')).toHaveLength(3);
    for (const translation of container.querySelectorAll('font')) translation.remove();
    await Promise.resolve();
    expect(container).toHaveTextContent(/^Rings and chains$/);
  });
});
