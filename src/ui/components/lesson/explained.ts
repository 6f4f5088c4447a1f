import { type ExplanationSort, explainedIn } from '../../../scenarios/taught'
import type { Place } from '../../state/place'
import { termById } from '../terms/glossary'

/** A place that explains what a lesson teaches. */
export interface Explained {
  readonly title: string
  readonly place: Place
}

/** Pages that lessons lead to, by view name. */
export const PAGES: Readonly<Record<string, Explained>> = {
  watch: { title: 'the Watch page', place: { to: '/watch' } },
  apply: { title: 'the apply lab', place: { to: '/apply' } },
  people: { title: 'identities', place: { to: '/identity' } },
  tokens: { title: 'tokens', place: { to: '/identity/tokens' } },
  certificates: { title: 'certificates', place: { to: '/identity/certificates' } },
  matrix: { title: 'who may do what', place: { to: '/access' } },
  why: { title: 'why a request is refused', place: { to: '/access/why' } },
  rights: { title: 'permissions of a user', place: { to: '/access/rights' } },
  draft: { title: 'drafts of roles', place: { to: '/access/draft' } },
  graph: { title: 'graph of bindings', place: { to: '/access/graph' } },
  least: { title: 'smallest role', place: { to: '/access/least' } },
  chain: { title: 'the admission chain', place: { to: '/admission' } },
  webhooks: { title: 'the webhook workbench', place: { to: '/admission/webhooks' } },
  'pod-security': { title: 'levels of Pod Security', place: { to: '/admission/pod-security' } },
  audit: { title: 'the audit log', place: { to: '/admission/audit' } },
  nodes: { title: 'nodes and pods', place: { to: '/workloads' } },
  pending: { title: 'pending pods', place: { to: '/workloads/pending' } },
  rollouts: { title: 'rollouts', place: { to: '/workloads/rollouts' } },
  travel: { title: 'travel through releases', place: { to: '/releases' } },
  versions: { title: 'an object in every version', place: { to: '/releases/versions' } },
  rehearsal: { title: 'rehearsal of an upgrade', place: { to: '/releases/rehearsal' } },
  ledger: { title: 'differences between releases', place: { to: '/releases/ledger' } },
  provider: { title: 'the identity provider', place: { to: '/identity/provider' } },
  files: { title: 'client configurations', place: { to: '/identity/files' } },
  abac: { title: 'the ABAC policy file', place: { to: '/access/abac' } },
  mistakes: { title: 'mistakes in roles', place: { to: '/access/mistakes' } },
  policies: { title: 'the policy bench', place: { to: '/admission/policies' } },
  plan: { title: 'plan of an API group', place: { to: '/releases/plan' } },
}

const PLACES: Readonly<Record<ExplanationSort, (name: string) => Explained>> = {
  term: (name) => ({
    title: termById(name)?.title ?? name,
    place: { to: '/reference/glossary', search: { term: name } },
  }),
  plugin: (name) => ({ title: `plugin ${name}`, place: { to: '/reference/plugins', search: { plugin: name } } }),
  finding: () => ({ title: 'mistakes in roles', place: { to: '/access/mistakes' } }),
  situation: () => ({ title: 'the apply lab', place: { to: '/apply' } }),
  advice: () => ({ title: 'the apply lab', place: { to: '/apply' } }),
  page: (name) => PAGES[name] ?? { title: name, place: { to: '/' } },
}

/** The distinct places to read about, or try, what a lesson teaches. */
export const placesOfLesson = (lesson: string): readonly Explained[] => [
  ...new Map(
    explainedIn(lesson)
      .map(({ sort, name }) => PLACES[sort](name))
      .map((one) => [one.title, one] as const),
  ).values(),
]
