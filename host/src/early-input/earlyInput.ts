/**
 * Keeps what visitors press and type before the page is hydrated, and repeats it afterwards. This is an inline script
 * of every page, so it imports nothing and is small.
 */
const root = document.documentElement;
const presses: (() => void)[] = [];
const heard = new AbortController();

/** What is typed or chosen in. React fires only for a value that differs from the one it has seen. */
type Control = HTMLInputElement & { readonly _valueTracker?: { setValue(value: string): void } };
const changes = new Map<Control, string | boolean>();

const keepPress = (event: Event): void => {
  const target = event.target as Element; // clicks and submissions are those of elements
  if (event.type === 'submit') {
    const form = target as HTMLFormElement;
    if (form.hasAttribute('action')) return; // works without scripts
    const { submitter } = event as SubmitEvent;
    presses.push(() => form.requestSubmit(submitter));
  } else {
    const button = target.closest('button');
    if (!button || button.disabled || (button.type === 'submit' && button.form)) return;
    presses.push(() => button.click());
  }
  event.preventDefault();
  event.stopPropagation();
};

const keepChange = ({ target }: Event): void => {
  const control = target as Control; // only controls are changed
  changes.set(control, /^(?:checkbox|radio)$/.test(control.type) ? control.checked : control.value);
};

/** React has put the values of its state into the fields. */
const repeatChange = (kept: string | boolean, control: Control): void => {
  const isText = typeof kept === 'string';
  if (isText) control.value = kept;
  else control.checked = kept;
  control._valueTracker?.setValue(isText ? `${kept} ` : String(!kept));
  // React hears of boxes by clicks. An Event, not a MouseEvent: it does not check the box again.
  control.dispatchEvent(new Event(isText ? 'change' : 'click', { bubbles: true }));
};

/** One after the other: each sees what the one before has changed. */
const repeatPresses = (): void => {
  presses.shift()?.();
  if (presses.length > 0) setTimeout(repeatPresses);
};

const options = { capture: true, signal: heard.signal };
for (const type of ['click', 'submit']) addEventListener(type, keepPress, options);
for (const type of ['input', 'change']) addEventListener(type, keepChange, options);

new MutationObserver((_records, observer) => {
  observer.disconnect();
  heard.abort();
  changes.forEach(repeatChange);
  setTimeout(repeatPresses);
}).observe(root, { attributeFilter: ['data-awake'] });
