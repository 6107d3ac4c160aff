import { renderStandalone } from '@shop/shared/connected/renderStandalone';
import { remote } from './remote';

/** Runs this remote alone with sample data, for the team that owns it. */
renderStandalone(remote, '/admin/reviews');
