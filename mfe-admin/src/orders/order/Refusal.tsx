import styles from './dialogs.module.css';

/** Why something was not done, at the place where it was asked for. */
export function Refusal({ text }: { readonly text: string | undefined }) {
  return (
    text !== undefined && (
      <p className={styles.refusal} role="alert">
        {text}
      </p>
    )
  );
}
