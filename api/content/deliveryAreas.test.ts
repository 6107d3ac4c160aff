import fs from 'node:fs';
import path from 'node:path';
import { deliveryAreas } from './deliveryAreas';

const cities = new Intl.ListFormat('en-US').format(deliveryAreas.map(({ name }) => name).sort());

test.each(['faq', 'features'])('the page %s names the cities where vans go (product 3.13)', (name) => {
  const text = fs.readFileSync(path.join(__dirname, `../../shared/src/storefronts/organic/texts/${name}.md`), 'utf8');
  expect(text).toContain(` to ${cities}`);
});
