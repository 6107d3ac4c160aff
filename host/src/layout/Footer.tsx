import { paths } from '@shop/shared/navigation';
import { linkGroups } from '@shop/shared/navigation/linkGroups';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useShellPart } from '../watch/shellParts';
import { Wordmark } from './Wordmark';
import styles from './Footer.module.css';

export function Footer() {
  const { id, name, description, support } = useAppSelector(selectStorefront);
  const { FooterEdge } = storefrontLayouts[id];
  const footer = useRef<HTMLElement>(null);
  useShellPart('footer', footer);
  return (
    <footer className={styles.footer} ref={footer}>
      {FooterEdge && <FooterEdge />}
      <div className={styles.wrap}>
        <div className={styles.groups}>
          <div>
            <Link className={styles.logo} to={paths.home} aria-label={`${name}, home`}>
              <Wordmark />
            </Link>
            <p className={styles.about}>{description}</p>
            <p className={styles.about}>
              {support.hours && `Support ${support.hours}.`}
              {support.hours && support.callNote && <br />}
              {support.callNote}
            </p>
          </div>
          {linkGroups.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ label, href }) => (
                  <li key={label}>
                    <Link to={href}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={styles.bottom}>
          <p>This shop sets no tracking cookies. Your cart and store choice stay in this browser.</p>
          <p>© 2026 {name}</p>
        </div>
      </div>
    </footer>
  );
}
