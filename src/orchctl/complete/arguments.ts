import { STANDARD_VERBS } from '../verbs/create/rbac'
import type { Candidate, CompletionPlace } from './candidate'
import { fieldNames } from './fields'
import { configNames, fileNames, objectNames, typeNames } from './live'

type Complete = (place: CompletionPlace, current: string) => Promise<Candidate[]>

/** A type followed by names, or `TYPE/NAME`. `types` restricts the types. */
const objects =
  (types?: readonly string[]): Complete =>
  async (place, current) => {
    const [type, ...named] = place.args
    const [kind, slash] = [current.replace(/\/.*$/, ''), current.includes('/')]
    if (slash)
      return (await objectNames(place, kind)).map(({ text, ...more }) => ({ ...more, text: `${kind}/${text}` }))
    if (type === undefined || type.includes('/')) {
      if (type !== undefined) return []
      return inList(types ? types.map((text) => ({ text })) : await typeNames(place), current)
    }
    return (await objectNames(place, type)).filter(({ text }) => !named.includes(text))
  }

/** Types may be separated by commas: the last one is completed. */
function inList(candidates: readonly Candidate[], current: string): Candidate[] {
  const before = current.slice(0, current.lastIndexOf(',') + 1)
  return candidates.map(({ text, ...more }) => ({ ...more, text: before + text }))
}

const named =
  (type: string, most = Infinity): Complete =>
  async (place) =>
    place.args.length >= most ? [] : (await objectNames(place, type)).filter(({ text }) => !place.args.includes(text))

const words =
  (...list: readonly string[]): Complete =>
  (place) =>
    Promise.resolve(place.args.length === 0 ? list.map((text) => ({ text })) : [])

const explained: Complete = async (place, current) => {
  if (place.args.length > 0) return []
  const path = current.split('.')
  const [type = '', ...fields] = path
  if (fields.length === 0) return typeNames(place)
  const before = path.slice(0, -1).join('.')
  return (await fieldNames(place, type, fields.slice(0, -1))).map(({ text, ...more }) => ({
    ...more,
    text: `${before}.${text}`,
  }))
}

const canI: Complete = async (place) => {
  if (place.args.length === 0) return STANDARD_VERBS.map((text) => ({ text }))
  if (place.args.length === 1) return typeNames(place)
  return objectNames(place, place.args[1] ?? '')
}

const ROLLOUTS = ['daemonsets', 'deployments', 'statefulsets']
const WITH_PODS = ['cronjobs', 'daemonsets', 'deployments', 'jobs', 'pods', 'replicasets', 'statefulsets']
const pods = named('pods', 1)
const contexts: Complete = (place) => (place.args.length === 0 ? configNames(place, 'contexts') : Promise.resolve([]))

/** How to complete a command's arguments, by its full name. */
const ARGUMENTS: Readonly<Record<string, Complete>> = {
  ...Object.fromEntries(
    ['get', 'describe', 'delete', 'edit', 'label', 'annotate', 'patch', 'wait', 'events'].map((name) => [
      name,
      objects(),
    ]),
  ),
  ...Object.fromEntries(
    ['history', 'pause', 'restart', 'resume', 'status', 'undo'].map((name) => [`rollout ${name}`, objects(ROLLOUTS)]),
  ),
  ...Object.fromEntries(
    ['env', 'image', 'resources', 'serviceaccount'].map((name) => [`set ${name}`, objects(WITH_PODS)]),
  ),
  scale: objects(['deployments', 'replicasets', 'replicationcontrollers', 'statefulsets']),
  autoscale: objects(['deployments', 'replicasets', 'replicationcontrollers', 'statefulsets']),
  expose: objects(['deployments', 'pods', 'replicasets', 'replicationcontrollers', 'services']),
  'set selector': objects(['services']),
  'set subject': objects(['clusterrolebindings', 'rolebindings']),
  'apply view-last-applied': objects(),
  'apply edit-last-applied': objects(),
  taint: objects(['nodes']),
  explain: explained,
  'auth can-i': canI,
  cordon: named('nodes'),
  uncordon: named('nodes'),
  drain: named('nodes'),
  'top node': named('nodes', 1),
  'top pod': pods,
  logs: pods,
  exec: pods,
  attach: pods,
  'port-forward': pods,
  'certificate approve': named('certificatesigningrequests'),
  'certificate deny': named('certificatesigningrequests'),
  'create token': named('serviceaccounts', 1),
  completion: words('bash', 'fish', 'zsh'),
  'config use-context': contexts,
  'config delete-context': contexts,
  'config rename-context': contexts,
  'config set-context': contexts,
  'config delete-cluster': (place) => configNames(place, 'clusters'),
  'config delete-user': (place) => configNames(place, 'users'),
  kustomize: (place, current) => fileNames(place, current),
}

/** Candidates for the next argument of a command. */
export const completeArgument = (place: CompletionPlace, current: string): Promise<Candidate[]> =>
  ARGUMENTS[place.path]?.(place, current) ?? Promise.resolve([])
