// Runs charts through their life cycle: install, upgrade, rollback, test, uninstall.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CHARTS } from './charts.mjs'
import { homeOf, run } from './run-kubectl.mjs'

const READ = (name) => ['get', 'configmap', `${name}-map`, '-o', 'jsonpath={.data.value}']
/** [program, arguments, pattern, exit code when not 0]. */
const lifeOf = (name) => [
  ['helm', ['lint', name], '0 chart\\(s\\) failed'],
  ['helm', ['template', name, name], 'kind: ConfigMap'],
  ['helm', ['install', name, name], 'STATUS: deployed'],
  ['kubectl', READ(name), '^red$'],
  ['helm', ['install', name, name], 'cannot re-?use a name', 1],
  ['helm', ['list', '-q'], `^${name}$`],
  ['helm', ['status', name], 'REVISION: 1'],
  ['helm', ['upgrade', name, name, '--set', 'colour=green,tag=1.20'], 'has been upgraded'],
  ['kubectl', READ(name), '^green$'],
  ['helm', ['history', name], 'superseded'],
  ['helm', ['get', 'values', name], 'colour: green'],
  ['helm', ['get', 'manifest', name], 'kind: ConfigMap'],
  ['helm', ['rollback', name, '1'], 'Rollback was a success'],
  ['kubectl', READ(name), '^red$'],
  ['helm', ['test', name], 'STATUS: deployed|Succeeded|TEST SUITE'],
  ['helm', ['uninstall', name], 'uninstalled$'],
  ['kubectl', READ(name), 'NotFound', 1],
  ['helm', ['status', name], 'not found', 1],
]

/** Helm 4, which uses server-side apply, comes with the clients of this minor. */
const HELM_4 = 36
const SCALED = ['kubectl', ['scale', 'deployment/pods-web', '--replicas=3'], 'scaled']

/** Steps of the chart with pods, which helm waits for, and which are scaled by another client. */
const podsOf = (minor) => [
  ['helm', ['install', 'pods', 'pods', '--wait', '--timeout', '60s'], 'STATUS: deployed'],
  ['kubectl', ['get', 'deployment', 'pods-web', '-o', 'jsonpath={.status.readyReplicas}'], '^2$'],
  SCALED,
  ...(minor < HELM_4
    ? []
    : [
        ['helm', ['upgrade', 'pods', 'pods'], 'conflict with "kubectl" with subresource "scale"', 1],
        ['helm', ['upgrade', 'pods', 'pods', '--force-conflicts', '--wait'], 'STATUS: deployed'],
        ['kubectl', ['get', 'deployment', 'pods-web', '-o', 'jsonpath={.spec.replicas}'], '^2$'],
        SCALED,
      ]),
  ['helm', ['uninstall', 'pods', '--wait'], 'uninstalled$'],
  ['kubectl', ['get', 'deployment', 'pods-web'], 'NotFound', 1],
]

/** Runs each chart through its life cycle; resolves with the numbers of passed and failed steps. */
export async function runCharts(server, programs, minor) {
  const home = await homeOf(server, `helm-${minor}`)
  const count = { passed: 0, failed: 0 }
  for (const [name, files] of Object.entries(CHARTS)) {
    const chart = {
      'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`,
      'values.yaml': 'colour: red\ntag: "1.19"\n',
      ...files,
    }
    for (const [file, text] of Object.entries(chart)) {
      await mkdir(dirname(join(home, name, file)), { recursive: true })
      await writeFile(join(home, name, file), text)
    }
    for (const [program, args, pattern, code = 0] of [...lifeOf(name), ...(name === 'pods' ? podsOf(minor) : [])]) {
      const result = await run(programs[program], args, home)
      if (result.code === code && new RegExp(pattern, 'm').test(result.text)) count.passed++
      else {
        count.failed++
        console.log(
          `FAIL ${program} 1.${minor} ${args.join(' ')}\n    exit ${result.code}: ${result.text.trim().slice(0, 300)}`,
        )
      }
    }
  }
  return count
}
