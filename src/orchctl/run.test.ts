import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrchctlWorld, startOrchctl } from '../testing/orchctl-world'

let world: OrchctlWorld
beforeAll(async () => {
  world = await startOrchctl(['--release=1.20', '--authorization-mode=RBAC'])
})
afterAll(() => world.stop())

/** Commands in order, each with its output and exit code. */
const STORY: readonly (readonly [line: string, out: string | RegExp, err?: string | RegExp, code?: number])[] = [
  ['create cm app --from-literal=a=1 --from-literal=b=2', 'configmap/app created\n'],
  ['create cm app', '', 'error: failed to create configmap: configmaps "app" already exists\n', 1],
  ['get cm app -o name', 'configmap/app\n'],
  ['get cm app -o jsonpath={.data}', '{"a":"1","b":"2"}'],
  [
    'get cm app missing -o name',
    'configmap/app\n',
    'Error from server (NotFound): configmaps "missing" not found\n',
    1,
  ],
  ['get cm app -o NAME', 'configmap/app\n'],
  ['get cm app -o json=x', '', /^error: unable to match a printer suitable for the output format "json=x",/, 1],
  ['get cm -l none=such', '', 'No resources found in default namespace.\n'],
  ['get nothing', '', 'error: the server doesn\'t have a resource type "nothing"\n', 1],
  ['label cm app tier=front', 'configmap/app labeled\n'],
  ['label cm app tier=back', '', "error: 'tier' already has a value (front), and --overwrite is false\n", 1],
  ['label cm app tier-', 'configmap/app unlabeled\n'],
  ['annotate cm app note=x', 'configmap/app annotated\n'],
  ['patch cm app --type=merge -p {"data":{"a":"3"}}', 'configmap/app patched\n'],
  ['patch cm app --type=merge -p {"data":{"a":"3"}}', 'configmap/app patched (no change)\n'],
  ['create deployment web --image=nginx:1.19 --replicas=0', 'deployment.apps/web created\n'],
  ['set image deploy/web nginx=nginx:1.20', 'deployment.apps/web image updated\n'],
  ['set env deploy/web MODE=fast', 'deployment.apps/web env updated\n'],
  ['set env deploy/web --list', '# Deployment web, container nginx\nMODE=fast\n'],
  ['rollout pause deploy/web', 'deployment.apps/web paused\n'],
  ['rollout pause deploy/web', '', 'error: deployments.apps "web" is already paused\n', 1],
  ['rollout resume deploy/web', 'deployment.apps/web resumed\n'],
  ['scale deploy web --replicas=0', 'deployment.apps/web scaled\n'],
  [
    'scale deploy web none --replicas=0',
    'deployment.apps/web scaled\n',
    'Error from server (NotFound): deployments.apps "none" not found\n',
    1,
  ],
  ['scale cm/app deploy/web --replicas=0', '', /^Error from server \(NotFound\): [^\n]*\n$/, 1],
  ['get cm none none -o name', '', /^(Error from server \(NotFound\): configmaps "none" not found\n){2}$/, 1],
  ['top node x -l a=b', '', 'error: only one of NAME or --selector can be provided\n', 1],
  ['expose deploy web --port=80', 'service/web exposed\n'],
  ['autoscale deploy web --max=3', 'horizontalpodautoscaler.autoscaling/web autoscaled\n'],
  [
    'create role reader --verb=get,list --resource=pods,deployments.apps',
    'role.rbac.authorization.orch.io/reader created\n',
  ],
  ['create rolebinding readers --role=reader --user=alice', 'rolebinding.rbac.authorization.orch.io/readers created\n'],
  ['auth can-i list pods --as=alice', 'yes\n'],
  ['auth can-i delete pods --as=alice', 'no\n', '', 1],
  ['get pods --as=bob', '', /^Error from server \(Forbidden\): pods is forbidden: User "bob" cannot list/, 1],
  ['get pods --as=system:anonymous', '', 'Error from server (Forbidden): unknown\n', 1],
  ['describe role reader', / {2}pods\s+\[\]\s+\[\]\s+\[get list\]\n {2}deployments\.apps /],
  ['run web --image=nginx -t --dry-run=client', '', /^error: -i\/--stdin is required for containers with -t/, 1],
  [
    'run web --image=nginx -i --dry-run=server',
    '',
    /^error: --dry-run=\[server\|client\] can't be used with attached/,
    1,
  ],
  ['run web --image=nginx --rm', '', /^error: --rm should only be used for attached containers/, 1],
  ['run web --image=nginx -i --attach=false --dry-run=client -o name', 'pod/web\n'],
  [
    'run web --image=x --port=80 --expose --dry-run=client -o yaml',
    /loadBalancer: {}\n---\n---\napiVersion: v1\nkind: Pod/,
  ],
  ['run web --image=x --port=y', '', 'error: strconv.Atoi: parsing "y": invalid syntax\n', 1],
  ['run web --image=x --annotations=a', '', 'error: invalid annotations format: a\n', 1],
  ['run web --image=x --cascade=y', '', /^error: invalid cascade value \(y\)\./, 1],
  [
    'run gone --image=x --rm -i --expose --port=80 --pod-running-timeout=0s',
    'service/gone created\npod "gone" deleted\nservice "gone" deleted\n',
    'error: timed out waiting for the condition\n',
    1,
  ],
  ['get pods,services gone --ignore-not-found', ''],
  ['apply -f x.yaml --subresource=status', '', 'error: --subresource can only be specified for --server-side\n', 1],
  ['wait cm app --local --for=create', '', /^error: you must specify resources by --filename when --local is set\./, 1],
  ['create token default --bound-object-uid=u', '', /^error: --bound-object-uid can only be set if/, 1],
  ['debug web --image=x --set-image=a=b', '', 'error: --set-image may only be used with --copy-to.\n', 1],
  ['events --for cm/app/x', '', 'error: arguments in resource/name form may not have more than one slash\n', 1],
  ['apply view-last-applied cm app', ''],
  ['wait --for=jsonpath={.data.a}=3 cm/app', 'configmap/app condition met\n'],
  ['wait --for=jsonpath={.data.a}=9 cm/app --timeout=0', '', 'error: condition not met for configmaps/app\n', 1],
  ['delete cm app deploy/web', '', /there is no need to specify a resource type/, 1],
  ['delete cm nowhere --dry-run=client', 'configmap "nowhere" deleted (dry run)\n'],
  ['delete cm nowhere --dry-run=server', '', 'Error from server (NotFound): configmaps "nowhere" not found\n', 1],
  ['delete cm app', 'configmap "app" deleted\n'],
  ['delete cm app --ignore-not-found', ''],
  ['delete cm -l none=such', 'No resources found\n'],
  ['get --foo', '', "error: unknown flag: --foo\nSee 'orchctl get --help' for usage.\n", 1],
  ['gett', '', /^error: unknown command "gett" for "orchctl"\n\nDid you mean this\?\n/, 1],
  ['set image', '', /^error: You must provide one or more resources by argument or filename\./, 1],
  ['rollout restart', '', 'error: required resource not specified\n', 1],
  ['autoscale svc web --max=2', '', /^error: cannot autoscale a Service: could not find scale subresource for/, 1],
  ['get cm --request-timeout=soon', '', /^error: Invalid timeout value\./, 1],
  ['get cm --sort-by=.nothing', '', 'No resources found in default namespace.\n'],
  ['get cm --raw', '', "error: flag needs an argument: --raw\nSee 'orchctl get --help' for usage.\n", 1],
  ['version --client', /^Client Version: v1\.33/],
  ['cp a b', '', 'error: one of src or dest must be a remote file specification\n', 1],
  ['cp web:/a b', '', 'Error from server (NotFound): pods "web" not found\n', 1],
]

/** What the log of the client says is left out: its lines have times. */
const withoutLog = (text: string): string => text.replace(/^[EFIW]\d{4} .*\n/gm, '')

test('a story at the prompt', async () => {
  for (const [line, out, err = '', code = 0] of STORY) {
    const outcome = await world.orchctl(line)
    expect({ line, code: outcome.code, err: withoutLog(outcome.err) }).toEqual({
      line,
      code,
      err: typeof err === 'string' ? err : (expect.stringMatching(err) as string),
    })
    if (typeof out === 'string') expect(outcome.out, line).toBe(out)
    else expect(outcome.out, line).toMatch(out)
  }
})

const CONFIG = (a: string, more = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n${more}data:\n  a: "${a}"\n`

const KEPT = '  labels: {k: v}\n'

test('the last applied configuration is shown, and reported missing only for objects in a file', async () => {
  const file = CONFIG('1').replace('name: c', 'name: plain')
  await world.orchctl('create -f -', { stdin: file })
  expect(await world.orchctl('apply view-last-applied cm plain')).toMatchObject({ code: 0, out: '', err: '' })
  const missed = await world.orchctl('apply view-last-applied -f -', { stdin: file })
  expect(missed).toMatchObject({
    code: 1,
    out: '',
    err: 'error: error when no last-applied-configuration annotation found on resource: plain\n "STDIN": <nil>\n',
  })
})

test('apply creates, changes and removes its own fields, and keeps those of others', async () => {
  const apply = (text: string, flags = '') => world.orchctl(`apply -f - ${flags}`, { stdin: text })
  expect((await apply(CONFIG('1', '  labels: {x: z, k: v}\n'))).out).toBe('configmap/c created\n')
  expect((await apply(CONFIG('1', '  labels: {x: z, k: v}\n'))).out).toBe('configmap/c unchanged\n')
  await world.orchctl('label cm c other=one')
  expect((await world.orchctl('diff -f -', { stdin: CONFIG('2', KEPT) })).code).toBe(1)
  expect((await apply(CONFIG('2', KEPT))).out).toBe('configmap/c configured\n')
  expect((await world.orchctl('get cm c -o jsonpath={.data}{.metadata.labels}')).out).toBe(
    '{"a":"2"}{"k":"v","other":"one"}',
  )
  expect((await world.orchctl('diff -f -', { stdin: CONFIG('2', KEPT) })).code).toBe(0)
  expect((await apply(CONFIG('3', KEPT), '--dry-run=server')).out).toBe('configmap/c configured (server dry run)\n')
})

test('an apply on the server names who owns a field', async () => {
  const file = (a: string) => CONFIG(a).replace('name: c', 'name: owned')
  expect((await world.orchctl('apply --server-side -f -', { stdin: file('1') })).out).toBe(
    'configmap/owned serverside-applied\n',
  )
  const refused = await world.orchctl('apply --server-side --field-manager=other -f -', { stdin: file('2') })
  expect(refused.err).toMatch(/^error: Apply failed with 1 conflict: conflict with "orchctl": \.data\.a\n/)
  const forced = await world.orchctl('apply --server-side --field-manager=other --force-conflicts -f -', {
    stdin: file('2'),
  })
  expect(forced.code).toBe(0)
})

test('an apply with --prune deletes what is in no file any more', async () => {
  const file = (name: string) => CONFIG('1', '  labels: {set: p}\n').replace('name: c', `name: ${name}`)
  await world.orchctl('apply -f -', { stdin: `${file('p1')}---\n${file('p2')}` })
  const outcome = await world.orchctl('apply -f - --prune -l set=p --prune-allowlist=core/v1/ConfigMap', {
    stdin: file('p1'),
  })
  expect(outcome.out).toBe('configmap/p1 unchanged\nconfigmap/p2 pruned\n')
})

test('what a server can not check is checked before it is sent', async () => {
  const unknown = await world.orchctl('create -f -', { stdin: CONFIG('1').replace('\ndata:', '\ndatum:') })
  expect(unknown.err).toBe(
    'error: error validating "STDIN": error validating data: ValidationError(ConfigMap): unknown field "datum" in io.orch.api.core.v1.ConfigMap; if you choose to ignore these errors, turn validation off with --validate=false\n',
  )
})

test('objects that files name are looked for where the files say', async () => {
  const stdin = CONFIG('1', '  namespace: elsewhere\n')
  await world.orchctl('create ns elsewhere')
  await world.orchctl('create -f -', { stdin })
  for (const format of ['name', 'jsonpath={.metadata.namespace}', 'custom-columns=N:.metadata.namespace --no-headers'])
    expect((await world.orchctl(`get -f - -o ${format}`, { stdin })).out.trim()).toMatch(/^(configmap\/c|elsewhere)$/)
  expect((await world.orchctl('get -f - --no-headers', { stdin })).out).toMatch(/^c +1 /)
})

test('an edit writes what was changed', async () => {
  await world.orchctl('create cm edited --from-literal=a=1')
  const edit = (text: string) => text.replace('a: "1"', 'a: "2"')
  expect((await world.orchctl('edit cm edited', { edit })).out).toBe('configmap/edited edited\n')
  expect((await world.orchctl('edit cm edited', { edit: (text) => text })).err).toBe(
    'Edit cancelled, no changes made.\n',
  )
  expect((await world.orchctl('get cm edited -o jsonpath={.data.a}')).out).toBe('2')
})

test('an edit that the server refuses is asked for again, and kept when nothing more is changed', async () => {
  await world.orchctl('create cm refused --from-literal=a=1')
  const once = (text: string) => text.replace('a: "1"', 'a b: "2"')
  const { code, err } = await world.orchctl('edit cm refused', { edit: once })
  expect(code).toBe(1)
  const [first, second, third] = err.split('\n')
  expect(first).toBe('error: configmaps "refused" is invalid')
  expect(second).toMatch(/^A copy of your changes has been stored to ".*\.yaml"$/)
  expect(third).toBe('error: Edit cancelled, no valid changes were saved.')
  const renamed = await world.orchctl('edit cm refused', { edit: (text) => text.replace('name: refused', 'name: x') })
  expect(renamed.err).toMatch(/error: At least one of apiVersion, kind and name was changed\n$/)
})

test.each([
  [
    'set env deploy/w A=b A-',
    'error: can not both modify and remove the same environment variable in the same command\n',
  ],
  ['set env', 'error: one or more resources must be specified as <resource> <name> or <resource>/<name>\n'],
  ['set selector svc svc', 'error: resource(s) were provided, but no name was specified\n'],
  ['logs p --since=-1s', 'error: --since must be greater than 0\n'],
  ['attach', 'error: at least 1 argument is required for attach\n'],
  ['delete cm --all -l a=b', "error: setting 'all' parameter but found a non empty selector. \n"],
  ['apply view-last-applied cm -n default --all', "error: setting 'all' parameter but found a non empty selector. \n"],
  [
    'edit cm c -o wide',
    'error: unable to match a printer suitable for the output format "wide", allowed formats are: json,yaml\n',
  ],
])('%s is refused', async (line, err) => expect(await world.orchctl(line)).toMatchObject({ code: 1, err }))

test('a diff shows only that secrets differ, not their values', async () => {
  const file = (a: string) => `apiVersion: v1\nkind: Secret\nmetadata: {name: masked}\nstringData: {a: ${a}, b: same}\n`
  await world.orchctl('apply -f -', { stdin: file('one') })
  const { code, out } = await world.orchctl('diff -f -', { stdin: file('two') })
  expect(code).toBe(1)
  expect(out).toContain("-  a: '*** (before)'\n+  a: '*** (after)'\n   b: '***'\n")
})

test('configuration files', async () => {
  const all = [
    'set-cluster c --server=https://c',
    'set-credentials u --token=t',
    'set-context x --cluster=c --user=u',
    'use-context x',
  ]
  for (const line of all) expect((await world.orchctl(`config ${line} --kubeconfig=k`)).code).toBe(0)
  expect((await world.orchctl('config current-context --kubeconfig=k')).out).toBe('x\n')
  expect((await world.orchctl('config view --kubeconfig=k -o jsonpath={.users[0].user.token}')).out).toBe('REDACTED')
  const missing = await world.orchctl('get ns --kubeconfig=k --context=y')
  expect(missing.err).toBe('Error in configuration: context was not found for specified context: y\n')
  expect((await world.orchctl('get ns default --kubeconfig=k -o name')).out).toBe('namespace/default\n')
})

test('a server-side apply takes over what client-side applies own', async () => {
  const text = CONFIG('1').replace('name: c', 'name: taken')
  await world.orchctl('apply -f -', { stdin: text })
  await world.orchctl('apply --server-side -f -', { stdin: text })
  const { out } = await world.orchctl('get cm taken -o json --show-managed-fields')
  const { metadata } = JSON.parse(out) as { metadata: { managedFields: { manager: string; operation: string }[] } }
  expect(metadata.managedFields.map(({ manager, operation }) => `${manager} ${operation}`)).toEqual([
    'orchctl Apply',
    'orchctl-last-applied Apply',
  ])
})

test('--record notes the command line without its token', async () => {
  await world.orchctl('create cm noted')
  const { err } = await world.orchctl('label cm noted a=b --record')
  expect(err).toBe('Flag --record has been deprecated, --record will be removed in the future\n')
  const { out } = await world.orchctl('get cm noted -o jsonpath={.metadata.annotations}')
  expect(out).toBe('{"orch.io/change-cause":"orchctl label cm noted a=b --record=true"}')
})

test('--request-timeout ends a request that takes longer', async () => {
  expect((await world.orchctl('get ns default -o name --request-timeout=30s')).out).toBe('namespace/default\n')
})

test('who may not ask what there is reads of each attempt', async () => {
  const { code, err } = await world.orchctl('get pods --as=system:anonymous')
  expect(code).toBe(1)
  const lines = err.split('\n').filter((line) => line.includes('memcache.go'))
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(/"Unhandled Error" err="couldn't get current server API group list: unknown"$/)
})

test('a file is judged as it is where no server is to be asked', async () => {
  const stdin = CONFIG('1')
  const wait = (condition: string) => world.orchctl(`wait -f - --local --for=${condition}`, { stdin })
  expect(await wait('jsonpath={.data.a}=1')).toMatchObject({ out: 'configmap/c condition met\n', code: 0 })
  expect(await wait('jsonpath={.data.a}=2')).toMatchObject({
    err: 'error: condition not met for configmaps/c\n',
    code: 1,
  })
})

test('a subresource is applied on the server', async () => {
  await world.orchctl('create deployment parts --image=x --replicas=0')
  const stdin = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: parts}\nstatus: {collisionCount: 7}\n'
  const apply = 'apply -f - --server-side --subresource='
  expect(await world.orchctl(`${apply}status`, { stdin })).toMatchObject({
    out: 'deployment.apps/parts serverside-applied\n',
  })
  expect(await world.orchctl('get deploy parts -o jsonpath={.status.collisionCount}')).toMatchObject({ out: '7' })
  expect(await world.orchctl(`${apply}nothing`, { stdin })).toMatchObject({ code: 1 })
})

const ROLE = (place: string) =>
  `apiVersion: rbac.authorization.orch.io/v1\nkind: Role\nmetadata: {name: some${place}}\nrules: []\n`

test('roles are reconciled in the namespace of the file, which is created', async () => {
  expect(await world.orchctl('auth reconcile -f -', { stdin: ROLE('') })).toMatchObject({
    err: 'error: resource name may not be empty\n',
  })
  await world.orchctl('auth reconcile -f -', { stdin: ROLE(', namespace: fresh') })
  const managers = 'get role some -n fresh --show-managed-fields -o jsonpath={.metadata.managedFields[*].manager}'
  expect(await world.orchctl(managers)).toMatchObject({ out: 'orchctl', code: 0 })
})
