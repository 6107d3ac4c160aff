import { renderStandalone } from '@shop/shared/connected/renderStandalone';
import { remote } from './remote';

/** This remote alone, on sample data, for the team that owns it. */
renderStandalone(remote, '/auth/login');
