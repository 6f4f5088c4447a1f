// Charts for tests of helm: templates, hooks, custom types.
const map = (name, value, annotations = '') => `apiVersion: v1
kind: ConfigMap
metadata:
  name: "{{ .Release.Name }}-${name}"${annotations && `\n  annotations: {${annotations}}`}
data: {value: "${value}"}
`
const hook = (name, when) =>
  map(name, when, `"helm.sh/hook": ${when}, "helm.sh/hook-delete-policy": before-hook-creation`)
const COLOUR = '{{ .Values.colour }}'

const deployment = (replicas) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}-web"}
spec:
  replicas: ${replicas}
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

/** The files of each chart besides its Chart.yaml and values.yaml: chart name, path, text. */
export const CHARTS = {
  plain: { 'templates/map.yaml': map('map', COLOUR) },
  web: { 'templates/map.yaml': map('map', COLOUR), 'templates/web.yaml': deployment(0) },
  pods: { 'templates/map.yaml': map('map', COLOUR), 'templates/web.yaml': deployment(2) },
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
