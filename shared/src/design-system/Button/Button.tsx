import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import styles from './Button.module.css';
import { getButtonClass, type ButtonLook } from './getButtonClass';

type ButtonProps = ButtonLook & ComponentProps<'button'> & { readonly busyText?: string | undefined };

/** While `busyText` is set, the button shows it, keeps its position and ignores clicks. */
export function Button({
  variant,
  size,
  block,
  busyText,
  className,
  children,
  onClick,
  onMouseDown,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isBusy = busyText !== undefined;
  const handleClick = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  // Clicking a submit button must not blur the current field: an error message could appear, move the button and make
  // the click miss.
  const handleMouseDown = (event: MouseEvent<HTMLButtonElement>): void => {
    if (type === 'submit') event.preventDefault();
    onMouseDown?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={getButtonClass(
        { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) },
        className,
      )}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={handleClick}
      onMouseDown={handleMouseDown}
    >
      {isBusy ? (
        <>
          <span className={styles.spinner} />
          {busyText}
        </>
      ) : (
        children
      )}
    </button>
  );
}

type ButtonLinkProps = ButtonLook & ComponentProps<typeof Link>;

/** A link that looks like a button. */
export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={getButtonClass(
        { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) },
        className,
      )}
    />
  );
}
