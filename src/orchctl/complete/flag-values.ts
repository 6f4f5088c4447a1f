import type { Flag } from '../core/flags'
import { STANDARD_VERBS } from '../verbs/create/rbac'
import type { Candidate, CompletionPlace } from './candidate'
import { fieldNames } from './fields'
import { configNames, fileNames, labelPairs, objectNames, typeNames } from './live'

type Values = (place: CompletionPlace, current: string) => Promise<readonly Candidate[]>

const words =
  (...list: readonly string[]): Values =>
  () =>
    Promise.resolve(list.map((text) => ({ text })))

/** Completes the last of several comma-separated values. */
const listed =
  (values: Values): Values =>
  async (place, current) => {
    const before = current.slice(0, current.lastIndexOf(',') + 1)
    const found = await values(place, current.slice(before.length))
    return found.map(({ text, ...more }) => ({ ...more, text: before + text }))
  }

const typeOf = ({ args }: CompletionPlace): string => (args[0] ?? '').replace(/[/,].*$/, '')

/** A path to a field, such as `.metadata.name`. */
const fieldPaths: Values = async (place, current) => {
  const steps = current.replace(/^\{?\./, '').split('.')
  const before = `.${steps.slice(0, -1).join('.')}`.replace(/\.$/, '')
  const found = await fieldNames(place, typeOf(place), steps.slice(0, -1))
  return found.map(({ text, ...more }) => ({ ...more, text: `${before === '.' ? '' : before}.${text}` }))
}

const accounts: Values = async (place) => {
  const namespace = (await place.session.namespace()).name
  return (await objectNames(place, 'serviceaccounts')).map(({ text }) => ({ text: `${namespace}:${text}` }))
}

const users: Values = async (place) =>
  (await accounts(place, '')).map(({ text }) => ({ text: `system:serviceaccount:${text}`, note: 'service account' }))

/** The text after a field of a template: a member, an item, or nothing. */
const behind = (note: string | undefined): string =>
  note?.startsWith('list of ')
    ? '[*]'
    : /^(string|integer|number|boolean|Time|MicroTime|Quantity|IntOrString)$/.test(note ?? '')
      ? ''
      : '.'

/** A field in the last braces of a jsonpath, or in the last custom column. */
async function fieldsInTemplate(place: CompletionPlace, current: string): Promise<readonly Candidate[]> {
  const [, before = '', path = ''] = /^([\s\S]*[{:])([^{}:]*)$/.exec(current) ?? []
  if (!before || !path.startsWith('.')) return before ? [{ text: `${before}.` }] : []
  const steps = path.slice(1).split('.')
  const done = path.slice(0, path.lastIndexOf('.') + 1)
  const plain = steps.slice(0, -1).map((step) => step.replace(/\[.*$/, ''))
  const found = await fieldNames(place, typeOf(place), plain[0] === 'items' ? plain.slice(1) : plain)
  const close = before.endsWith('{') ? '}' : ''
  return found.map(({ text, note }) => ({
    text: `${before}${done}${text}${behind(note) || close}`,
    ...(note !== undefined && { note }),
  }))
}

const FORMAT_NAMES = words('custom-columns=', 'go-template=', 'json', 'jsonpath=', 'name', 'wide', 'yaml')
const FORMATS: Values = async (place, current) => {
  if (current === 'jsonpath=') return [{ text: 'jsonpath={.' }]
  return /^(jsonpath(-as-json)?|custom-columns)=/.test(current)
    ? fieldsInTemplate(place, current)
    : FORMAT_NAMES(place, current)
}
const selector = listed((place) => labelPairs(place, typeOf(place)))
const files: Values = (place, current) => fileNames(place, current)

/** The possible values of flags, by flag name. */
const VALUES: Readonly<Record<string, Values>> = {
  namespace: (place) => objectNames(place, 'namespaces'),
  output: FORMATS,
  selector,
  'field-selector': words('metadata.name=', 'metadata.namespace=', 'status.phase='),
  'sort-by': fieldPaths,
  'label-columns': listed(async (place) =>
    (await labelPairs(place, typeOf(place))).map(({ text }) => ({ text: text.replace(/=.*$/, '') })),
  ),
  filename: files,
  kustomize: files,
  'from-file': files,
  'from-env-file': files,
  'patch-file': files,
  kubeconfig: files,
  as: users,
  context: (place) => configNames(place, 'contexts'),
  cluster: (place) => configNames(place, 'clusters'),
  user: (place) => configNames(place, 'users'),
  'dry-run': words('client', 'none', 'server'),
  validate: words('ignore', 'strict', 'warn'),
  cascade: words('background', 'foreground', 'orphan'),
  for: words('condition=', 'create', 'delete', 'jsonpath='),
  verb: listed(words(...STANDARD_VERBS)),
  resource: listed(typeNames),
  role: (place) => objectNames(place, 'roles'),
  clusterrole: (place) => objectNames(place, 'clusterroles'),
  serviceaccount: accounts,
  restart: words('Always', 'Never', 'OnFailure'),
  subresource: words('resize', 'scale', 'status'),
}

/** Flags with another meaning in a particular command. */
const OWN: Readonly<Record<string, Values>> = {
  'patch type': words('json', 'merge', 'strategic'),
  'config set-context user': (place) => configNames(place, 'users'),
  'expose type': words('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'),
  'api-resources verbs': listed(words(...STANDARD_VERBS)),
  'api-resources output': words('name', 'wide'),
  'explain output': words('plaintext', 'plaintext-openapiv2'),
  'set subject user': words(),
  'create rolebinding user': words(),
  'create clusterrolebinding user': words(),
}

/** Candidates for the value of a flag. */
export async function completeValue(place: CompletionPlace, flag: Flag, current: string): Promise<Candidate[]> {
  const values = OWN[`${place.path} ${flag.name}`] ?? VALUES[flag.name]
  return values ? [...(await values(place, current))] : []
}
