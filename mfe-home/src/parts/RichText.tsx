import type { RichText as RichTextData, RichTextRun } from '@shop/contracts';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './RichText.module.css';

/** Paths of this shop use the router; `#` links stay on the page. */
function RichLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return href.startsWith('/') ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>;
}

const renderRun = ({ text, strong, em, href }: RichTextRun, key: number): ReactNode => {
  const emphasised = em ? <em>{text}</em> : text;
  const shown = strong ? <strong>{emphasised}</strong> : emphasised;
  return href === undefined ? (
    <Fragment key={key}>{shown}</Fragment>
  ) : (
    <RichLink key={key} href={href}>
      {shown}
    </RichLink>
  );
};

const renderBlock = (block: RichTextData[number], key: number): ReactNode => {
  switch (block.kind) {
    case 'heading': {
      const Heading: 'h2' | 'h3' = `h${block.level}`;
      return (
        <Heading key={key} id={block.id}>
          {block.text}
        </Heading>
      );
    }
    case 'paragraph':
      return <p key={key}>{block.runs.map(renderRun)}</p>;
    case 'quote':
      return (
        <blockquote key={key}>
          <p>{block.runs.map(renderRun)}</p>
        </blockquote>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List key={key}>
          {block.items.map((runs, index) => (
            <li key={index}>{runs.map(renderRun)}</li>
          ))}
        </List>
      );
    }
  }
};

/** Renders a structured text. */
export function RichText({ text }: { readonly text: RichTextData }) {
  return <div className={styles.text}>{text.map(renderBlock)}</div>;
}
