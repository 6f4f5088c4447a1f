// kubectl commands with their expected results, as tables: [arguments, pattern of the output, exit code if not 0]. They run in order,
// because some build on others. Everything that they need besides a fresh server is in `FILES`.

/** Files that the commands read. */
export const FILES = {
  'shop.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: default, labels: {app: shop}}
data: {colour: red, size: "3"}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default, labels: {app: shop}}
spec: {selector: {app: shop}, ports: [{name: http, port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default, labels: {app: shop}}
spec:
  replicas: 0
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: web, image: "nginx:1.19"}]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: default, labels: {app: shop}}
rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader, namespace: default, labels: {app: shop}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: bob}]
---
apiVersion: v1
kind: Node
metadata: {name: worker}
`,
  'kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
commonLabels: {part: kustomized}
resources: [shop.yaml]
`,
  'wrong.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: wrong}\nspec: {replicas: 1}\n',
}

const KINDS = [
  ['configmaps', 'configmap/settings', '-n default'],
  ['services', 'service/web', '-n default'],
  ['deployments', 'deployment.apps/web', '-n default'],
  ['roles', 'role.rbac.authorization.k8s.io/reader', '-n default'],
  ['rolebindings', 'rolebinding.rbac.authorization.k8s.io/reader', '-n default'],
  ['nodes', 'node/worker', ''],
]
const nameOf = (reference) => reference.split('/')[1]

/** Every output format, for every kind. */
const printed = KINDS.flatMap(([kind, reference, where]) => {
  const name = nameOf(reference)
  const quoted = reference.replaceAll('.', '\\.')
  return [
    [`get ${kind} ${where}`, `^NAME[^]*^${name}\\s`],
    [`get ${kind} ${where} -o wide`, `^NAME[^]*^${name}\\s`],
    [`get ${kind} ${where} --no-headers`, `^${name}\\s`],
    [`get ${kind} ${where} --show-labels`, 'LABELS'],
    [`get ${kind} ${where} -L app`, 'APP'],
    [`get ${kind} ${name} ${where} -o yaml`, `^  name: ${name}$`],
    [`get ${kind} ${name} ${where} -o json`, `"name": "${name}"`],
    [`get ${kind} ${where} -o name`, `^${quoted}$`],
    [`get ${kind} ${name} ${where} -o jsonpath={.metadata.name}`, `^${name}$`],
    [`get ${kind} ${name} ${where} -o go-template={{.metadata.name}}`, `^${name}$`],
    [`get ${kind} ${where} -o custom-columns=N:.metadata.name,V:.apiVersion`, '^N +V$'],
    [`get ${kind} ${where} --sort-by=.metadata.name`, `^${name}\\s`],
    [`get ${kind} ${where} --server-print=false`, `^${name}\\s`],
    [`get ${kind} ${where} --field-selector=metadata.name=${name} -o name`, `^${quoted}$`],
    [`get ${kind} ${where} --field-selector=metadata.name=nobody`, '^No resources found'],
    [`get ${kind} ${where} -l app=none`, '^No resources found'],
    [`get ${kind} nobody ${where}`, 'NotFound.*"nobody" not found', 1],
    [`get ${kind} nobody ${where} --ignore-not-found`, '^$'],
    [`get ${kind} ${name} ${where} --show-managed-fields -o yaml`, 'managedFields:'],
    [`get ${kind} ${where} --chunk-size=1 -o name`, `^${quoted}$`],
    [`describe ${kind} ${name} ${where}`, `^Name: +${name}$`],
    [`label ${kind} ${name} ${where} seen=yes`, ' labeled$'],
    [`label ${kind} ${name} ${where} seen=no`, 'already has a value', 1],
    [`label ${kind} ${name} ${where} seen=no --overwrite`, ' labeled$'],
    [`label ${kind} ${name} ${where} seen-`, ' unlabeled$'],
    [`annotate ${kind} ${name} ${where} note=hello`, ' annotated$'],
    [`annotate ${kind} ${name} ${where} note-`, ' annotated$'],
    [`patch ${kind} ${name} ${where} -p {"metadata":{"labels":{"p":"1"}}}`, ' patched$'],
    [`patch ${kind} ${name} ${where} --type=merge -p {"metadata":{"labels":{"p":"2"}}}`, ' patched$'],
    [`patch ${kind} ${name} ${where} --type=json -p [{"op":"remove","path":"/metadata/labels/p"}]`, ' patched$'],
    [
      `patch ${kind} ${name} ${where} --type=json -p [{"op":"test","path":"/metadata/name","value":"x"}]`,
      'Error|invalid',
      1,
    ],
    [`patch ${kind} ${name} ${where} --dry-run=server -p {"metadata":{"labels":{"p":"1"}}}`, ' patched'],
    [`auth can-i get ${kind} ${where}`, '^yes$'],
    [`auth can-i delete ${kind} ${where} --as=carol`, '^no$', 1],
    [`get ${kind} ${where} --as=nobody-at-all`, 'Forbidden', 1],
    [`wait ${kind}/${name} ${where} --for=jsonpath={.metadata.name}=${name} --timeout=5s`, 'condition met$'],
    [`wait ${kind}/nobody ${where} --for=delete --timeout=1s`, '^$|not found'],
  ]
})

const paths = [
  ['/api', '"APIVersions"'],
  ['/apis', '"APIGroupList"'],
  ['/version', '"gitVersion"'],
  ['/healthz', '^ok$'],
  ['/livez', '^ok$'],
  ['/readyz', '^ok$'],
  ['/api/v1', '"APIResourceList"'],
  ['/apis/apps/v1', '"APIResourceList"'],
  ['/apis/rbac.authorization.k8s.io/v1', '"APIResourceList"'],
  ['/apis/networking.k8s.io', '"APIGroup"'],
  ['/api/v1/namespaces/kube-system', '"kubernetes"'],
  ['/openapi/v2', '"swagger"'],
].map(([path, pattern]) => [`get --raw ${path}`, pattern])

const GROUPS = [
  'apps',
  'batch',
  'policy',
  'autoscaling',
  'networking.k8s.io',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
]
const discovery = [
  ['version', 'Server Version'],
  ['cluster-info', 'control plane'],
  ['api-versions', '^rbac\\.authorization\\.k8s\\.io/v1$'],
  ['api-resources', '^pods +po +v1 +true +Pod$'],
  ['api-resources --namespaced=false -o name', '^nodes$'],
  ['api-resources --verbs=list,get -o name', '^configmaps$'],
  ['api-resources -o wide', 'VERBS'],
  ...GROUPS.map((group) => [`api-resources --api-group=${group} --no-headers`, group.replaceAll('.', '\\.')]),
]

const fields = [
  ['explain pods', 'KIND: +Pod'],
  ['explain pods.spec.containers', 'FIELD'],
  ['explain pods.spec.containers.image', 'FIELD|string'],
  ['explain deployments.spec.replicas', 'integer'],
  ['explain deployments --recursive', 'matchLabels'],
  ['explain roles.rules', 'verbs'],
  ['explain ingresses.spec.rules', 'host'],
  ['explain nodes.spec.taints', 'effect'],
  ['explain nothing', 'resource type', 1],
  ['explain pods.spec.nothing', 'does not exist', 1],
]

const local = [
  ['config current-context', '^x$'],
  ['config get-contexts -o name', '^x$'],
  ['config view', 'certificate-authority'],
  ['config view --minify -o jsonpath={.contexts[0].name}', '^x$'],
  ['kustomize .', 'part: kustomized'],
  ['options', '--as-group'],
]

const people = [
  ['auth can-i list configmaps -n default --as=bob --as-group=developers', '^yes$'],
  ['auth can-i create pods --all-namespaces', '^yes$'],
  ['auth can-i get /healthz', '^yes$'],
  ['get events -A', 'LAST SEEN|No resources found'],
  ['get ns -w --request-timeout=1s', '^default'],
  ['get pods -n nowhere', '^No resources found'],
  ['get --raw /apis/nothing.example.com', 'NotFound', 1],
  ['get nothing', "doesn't have a resource type", 1],
  ['logs nobody', 'NotFound', 1],
  ['exec nobody -- ls', 'NotFound', 1],
  ['port-forward nobody 8080:80', 'NotFound', 1],
  ['delete configmap nobody', 'NotFound', 1],
  ['get configmap settings --token=wrong -n default', 'Unauthorized|logged in', 1],
]

const objects = [
  ['apply -f shop.yaml', '^deployment.apps/web created$'],
  ['apply -f shop.yaml', '^deployment.apps/web unchanged$'],
  ['apply -f shop.yaml --dry-run=client', 'unchanged \\(dry run\\)|configured \\(dry run\\)'],
  ['apply -f shop.yaml --dry-run=server', '\\(server dry run\\)$'],
  ['apply -f wrong.yaml', 'selector|missing required|Required value', 1],
  ['diff -f shop.yaml', '^$'],
  ...printed,
  ...paths,
  ...discovery,
  ...fields,
  ...local,
  ...people,
  ['get all -n default', 'deployment\\.apps/web'],
  ['get cm,svc,deploy -n default -o name', 'service/web'],
  ['get ns kube-system -o jsonpath={.spec.finalizers[0]}', '^kubernetes$'],
  ['get sa -A', 'default'],
  ['get clusterroles cluster-admin', '^cluster-admin'],
  ['get cm settings -n default -o jsonpath={.data.colour} --as=bob', '^red$'],
  ['auth can-i --list --as=bob -n default', 'configmaps'],
  ['auth can-i list configmaps -n default --as=bob', '^yes$'],
  ['auth can-i delete configmaps -n default --as=bob', '^no$', 1],
  ['set image deployment/web web=nginx:1.20 -n default', 'image updated$'],
  ['set env deployment/web MODE=fast -n default', 'env updated$'],
  ['set resources deployment/web --limits=cpu=1 -n default', 'resource requirements updated$'],
  ['scale deployment/web --replicas=2 -n default', ' scaled$'],
  ['scale deployment/web --replicas=0 --current-replicas=7 -n default', 'Expected replicas', 1],
  ['rollout history deployment/web -n default', 'REVISION|No rollout history'],
  ['rollout pause deployment/web -n default', ' paused$'],
  ['rollout pause deployment/web -n default', 'already paused', 1],
  ['rollout resume deployment/web -n default', ' resumed$'],
  ['rollout restart deployment/web -n default', ' restarted$'],
  ['cordon worker', 'cordoned$'],
  ['cordon worker', 'already cordoned$'],
  ['uncordon worker', 'uncordoned$'],
  ['taint nodes worker key=value:NoSchedule', ' tainted$'],
  ['taint nodes worker key:NoSchedule-', ' untainted$'],
  ['drain worker', 'drained|evict'],
  ['uncordon worker', 'uncordoned$'],
  ['top nodes', 'Metrics API not available', 1],
  ['apply -f shop.yaml --server-side', 'conflict|serverside-applied', 1],
  ['apply -f shop.yaml --server-side --force-conflicts', 'serverside-applied$'],
  ['replace -f shop.yaml', ' replaced$'],
  ['delete -f shop.yaml', '"web" deleted'],
  ['delete -f shop.yaml --ignore-not-found', '^$'],
  ['get cm settings -n default', 'NotFound', 1],
]

/** Commands in the order in which they run. */
const COMMANDS = objects

/** Commands that clients of some minors lack, or print differently: [from this minor, to this one, commands, why]. */
const UNLIKE = [
  [20, 20, /--show-managed-fields/, 'the flag came with 1.21'],
  [20, 20, /^wait .*nobody.*--for=delete/, 'nothing to wait for is an error'],
  [20, 22, /^label .* seen-$/, 'a label that is removed is "labeled"'],
  [20, 22, /^wait .*--for=jsonpath/, 'the condition came with 1.23'],
  [23, 23, /^label .*--overwrite/, 'a label that is overwritten is "unlabeled"'],
  [24, 24, /^options$/, 'prints no options'],
  [27, 27, /^annotate /, 'what is annotated is "annotate"'],
]

/** The commands that clients of a minor answer as in the table. */
export const commandsOf = (minor) =>
  COMMANDS.filter(
    ([line]) => !UNLIKE.some(([from, to, commands]) => minor >= from && minor <= to && commands.test(line)),
  )
