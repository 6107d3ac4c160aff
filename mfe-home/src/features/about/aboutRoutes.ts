import type { RouteObject } from 'react-router-dom';
import { AboutPage } from './AboutPage';

export const aboutRoutes: RouteObject[] = [{ id: 'home.about', path: 'about', Component: AboutPage }];
