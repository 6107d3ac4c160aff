import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseExposition } from '@shop/server-kit/testing/parseExposition';
import { parse, stringify } from 'yaml';
import { providePrograms } from '../stack/programs';

const RULES = path.join(__dirname, 'alerts.yml');
const MINUTES = 120;

const readAlertNames = (): string[] => {
  const { groups } = parse(fs.readFileSync(RULES, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
  return groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
};

const toSeries = (job: string, exposition: string): { series: string; values: string }[] =>
  parseExposition(exposition)
    .samples.filter(({ value }) => Number.isFinite(value))
    .map(({ name, labels, value }) => ({
      series: `${name}{${Object.entries({ ...labels, job, instance: job })
        .map(([label, text]) => `${label}=${JSON.stringify(text)}`)
        .join(',')}}`,
      values: `${value}x${MINUTES}`,
    }));

/**
 * Lists the alerts that fire after two hours in which the servers expose these metrics, by job. Prometheus' promtool
 * evaluates the rules.
 */
export const listAlerts = (expositions: Readonly<Record<string, string>>): string[] => {
  providePrograms(['promtool']);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'alerts-'));
  const file = path.join(folder, 'test.yml');
  const series = Object.entries(expositions).flatMap(([job, text]) => [
    ...toSeries(job, text),
    { series: `up{job="${job}",instance="${job}"}`, values: `1x${MINUTES}` },
  ]);
  const test = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series,
        alert_rule_test: readAlertNames().map((alertname) => ({ eval_time: `${MINUTES}m`, alertname, exp_alerts: [] })),
      },
    ],
  };
  fs.writeFileSync(file, stringify(test));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  fs.rmSync(folder, { recursive: true });
  const firing = [...`${stdout}${stderr}`.matchAll(/alertname: ?(\w+)/g)].map(([, name = '']) => name);
  if (status !== 0 && firing.length === 0) throw new Error(`promtool failed: ${stdout}${stderr}`);
  return [...new Set(firing)];
};
