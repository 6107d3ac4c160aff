/** Longer than a slow call to the API takes, such as one that places an order and then opens its confirmation. */
const ANSWER_TIME_MS = 30_000;
const INPUTS = ['pointerdown', 'keydown', 'click', 'submit'];

/** Input before this code was loaded was kept by an inline script (early-input). */
let lastInputAt = 'pressed' in document.documentElement.dataset ? performance.now() : -Infinity;
const listeners = new Set<(event: Event) => void>();

/** Records the visitor's input. Call it before a remote is loaded, which could stop the events. */
export const recordInput = (): void => {
  for (const type of INPUTS)
    window.addEventListener(
      type,
      (event) => {
        if (!event.isTrusted) return;
        lastInputAt = performance.now();
        for (const listener of listeners) listener(event);
      },
      { capture: true, passive: true },
    );
};

/** Adds a listener that gets the visitor's input before any remote does. */
export const listenToInput = (listener: (event: Event) => void): void => {
  listeners.add(listener);
};

/** Whether the visitor has done anything on this page. */
export const hasInput = (): boolean => lastInputAt !== -Infinity;

/** Whether something may still be the answer to the visitor's last input. */
export const mayAnswerInput = (): boolean => performance.now() - lastInputAt < ANSWER_TIME_MS;
