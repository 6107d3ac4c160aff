import fs from 'node:fs';
import path from 'node:path';
import { readRemotes } from '../repository/readRemotes';
import { repositoryRoot } from '../repository/repositoryRoot';
import { toTeam } from './newRemote';

/** Reads the team of each folder of the repository. */
const readTeams = (): Map<string, string | undefined> =>
  new Map(
    fs
      .readFileSync(path.join(repositoryRoot, '.github/CODEOWNERS'), 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([folder = '']) => folder.startsWith('/'))
      .map(([folder = '', ...teams]) => [folder.replaceAll('/', ''), teams.length === 1 ? teams[0] : undefined]),
  );

test.each(Object.entries(readRemotes()))(
  '%s is reviewed by the owner that its remote.json names',
  (remote, { owner }) => {
    expect(readTeams().get(remote)).toBe(toTeam(owner));
  },
);

test('every package has one team', () => {
  const teams = readTeams();
  const packages = fs
    .readdirSync(repositoryRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(repositoryRoot, entry.name, 'package.json')))
    .map(({ name }) => name);
  expect(packages.length).toBeGreaterThan(8);
  for (const name of packages) expect({ name, team: teams.get(name) }).toEqual({ name, team: expect.any(String) });
});
