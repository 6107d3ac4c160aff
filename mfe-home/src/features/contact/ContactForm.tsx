import {
  CONTACT_MESSAGE_MAX_LENGTH,
  CONTACT_SUBJECT_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
} from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { Note } from '@shop/shared/design-system/Note';
import { TextArea } from '@shop/shared/design-system/TextArea';
import { isEmail, isFilled, isName } from '@shop/shared/forms/rules';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { paths } from '@shop/shared/navigation';
import { selectAuth, selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { EMPTY_FORM, forgetDraft, keepDraft, readDraft, type ContactForm as Values } from './contactDraft';
import { contactMessageSent } from './contactThunk';
import { ContactSent } from './ContactSent';
import styles from './ContactForm.module.css';

const NAMES = Object.keys(EMPTY_FORM) as (keyof Values)[]; // Safe: the object has exactly these keys.

/** The contact form (product.md 10.2). Input survives failures, reloads and being offline. */
export function ContactForm() {
  const dispatch = useAppDispatch();
  const { slug } = useAppSelector(selectStorefront);
  const { user } = useAppSelector(selectAuth);
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<string>();
  const unseen = useRef<HTMLInputElement>(null);
  const {
    register,
    handleSubmit,
    reset,
    setError,
    watch,
    formState: { errors, isSubmitting },
  } = useForm<Values>({ mode: 'onTouched', defaultValues: EMPTY_FORM });

  // The server-rendered page has neither the draft nor, at first, the session.
  useEffect(() => {
    reset({ ...EMPTY_FORM, ...(user ? { name: user.name, email: user.email } : {}), ...readDraft() });
  }, [reset, user]);
  useEffect(() => {
    const watching = watch((values, { type }) => {
      if (type === 'change') keepDraft(values);
    });
    return () => watching.unsubscribe();
  }, [watch]);

  const send = handleSubmit(async (values) => {
    setProblem(undefined);
    const trimmed = {
      name: values.name.trim(),
      email: values.email.trim(),
      subject: values.subject.trim(),
      message: values.message,
    };
    const website = unseen.current?.value;
    const result = await dispatch(contactMessageSent({ store: slug, ...trimmed, ...(website ? { website } : {}) }));
    if (contactMessageSent.fulfilled.match(result)) {
      forgetDraft();
      setSent(result.payload);
      return;
    }
    if (!showServerErrors(setError, NAMES, result.meta)) setProblem(result.payload ?? 'Your message could not be sent');
  });

  if (sent !== undefined) {
    return (
      <ContactSent
        text={sent}
        onAgain={() => {
          reset({ ...EMPTY_FORM, ...(user ? { name: user.name, email: user.email } : {}) });
          setSent(undefined);
        }}
      />
    );
  }
  return (
    <form
      method="post"
      className={styles.form}
      noValidate
      onSubmit={(event) => void send(event)}
      aria-labelledby="write-to-us"
    >
      <h2 id="write-to-us" className={styles.title}>
        Write to us
      </h2>
      <p className={styles.hint}>Fields marked * are required.</p>
      <div className={styles.pair}>
        <Field
          label="Name"
          required
          autoComplete="name"
          maxLength={NAME_MAX_LENGTH}
          error={errors.name?.message}
          {...register('name', { validate: isName })}
        />
        <Field
          label="Email"
          required
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
          error={errors.email?.message}
          {...register('email', { validate: isEmail() })}
        />
      </div>
      <Field
        label="Subject"
        required
        autoComplete="off"
        maxLength={CONTACT_SUBJECT_MAX_LENGTH}
        error={errors.subject?.message}
        {...register('subject', { validate: isFilled('Enter a subject.') })}
      />
      <TextArea
        label="Message"
        optional
        rows={6}
        maxLength={CONTACT_MESSAGE_MAX_LENGTH}
        error={errors.message?.message}
        {...register('message')}
      />
      {/* Honeypot: hidden from people, so only bots fill it in. */}
      <div className={styles.unseen} aria-hidden="true">
        <label htmlFor="contact-website">Website</label>
        <input ref={unseen} id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {problem && <Note tone="error">{problem}</Note>}
      <div>
        <Button type="submit" busyText={isSubmitting ? 'Sending' : undefined}>
          Send message
        </Button>
      </div>
      <p className={styles.privacy}>
        We answer by email, and keep your message for a year. <Link to={`${paths.privacy}#messages`}>Privacy</Link>
      </p>
    </form>
  );
}
