// Charts through their lives: installed, upgraded, rolled back, tested, taken away.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { homeOf, run } from './run-kubectl.mjs'

const map = (name, value, annotations = '') => `apiVersion: v1
kind: ConfigMap
metadata:
  name: "{{ .Release.Name }}-${name}"${annotations && `\n  annotations: {${annotations}}`}
data: {value: "${value}"}
`
const hook = (name, when) =>
  map(name, when, `"helm.sh/hook": ${when}, "helm.sh/hook-delete-policy": before-hook-creation`)
const COLOUR = '{{ .Values.colour }}'

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}-web"}
spec:
  replicas: 0
  selector: {matchLabels: {app: "{{ .Release.Name }}"}}
  template:
    metadata: {labels: {app: "{{ .Release.Name }}"}}
    spec: {containers: [{name: web, image: "nginx:{{ .Values.tag }}"}]}
`
const access = `apiVersion: v1
kind: ServiceAccount
metadata: {name: "{{ .Release.Name }}-robot"}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: "{{ .Release.Name }}-robot"}
rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: "{{ .Release.Name }}-robot"}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: "{{ .Release.Name }}-robot"}
subjects: [{kind: ServiceAccount, name: "{{ .Release.Name }}-robot", namespace: "{{ .Release.Namespace }}"}]
`
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.charts.example.com}
spec:
  group: charts.example.com
  scope: Namespaced
  names: {plural: lamps, singular: lamp, kind: Lamp, listKind: LampList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {colour: {type: string}}}}
`
const lamp = `apiVersion: charts.example.com/v1
kind: Lamp
metadata: {name: "{{ .Release.Name }}-lamp"}
spec: {colour: "${COLOUR}"}
`

/** Files of each chart beside its Chart.yaml and values.yaml. */
const CHARTS = {
  plain: { 'templates/map.yaml': map('map', COLOUR) },
  web: { 'templates/map.yaml': map('map', COLOUR), 'templates/web.yaml': deployment },
  access: { 'templates/map.yaml': map('map', COLOUR), 'templates/access.yaml': access },
  hooks: {
    'templates/map.yaml': map('map', COLOUR),
    ...Object.fromEntries(
      ['pre-install', 'post-install', 'pre-upgrade', 'post-rollback', 'test'].map((when) => [
        `templates/${when}.yaml`,
        hook(when, when),
      ]),
    ),
  },
  custom: { 'templates/map.yaml': map('map', COLOUR), 'templates/lamp.yaml': lamp, 'crds/lamp.yaml': definition },
}

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

/** Takes each chart through its life; resolves with how many steps passed and failed. */
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
    for (const [program, args, pattern, code = 0] of lifeOf(name)) {
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
