import { useDeferredValue, useMemo } from 'react'
import { answerOf, type BenchAnswer, type BenchOptions, type BenchRun, runBench } from '../../../../api/policies/bench'
import type { BenchRequest } from '../../../../api/policies/bench-request'
import type { PolicyCase, PolicyExample } from '../../../../api/policies/examples/example'
import type { PolicySpec } from '../../../../api/policies/policy'
import { parseJson, writeJson } from '../../../../machinery/json-text'
import { useMinorRelease } from '../../../queries/flags'
import { useDiscovery } from '../../../queries/use-discovery'
import { useDrafts } from '../../../state/drafts'
import { BENCH_POLICIES } from './bench-policies'
import { useBenchTypes } from './use-bench-types'
import { expressionProblems, type PolicyProblem } from './policy-marks'
import { useFormProblems } from './use-form-problems'
import {
  newestVersion,
  policyKind,
  policyName,
  policyText,
  type Read,
  readPolicy,
  readRequest,
  requestText,
} from './policy-texts'

const NO_CASE: PolicyCase = { name: 'a request', operation: 'CREATE' }
const keyOf = (id: string, part: string): string => `admission/policy/${id}/${part}`

/** An editable text, stored as a draft that replaces the example until it is discarded. */
export function useText(id: string, part: string, base: string): readonly [string, (text: string) => void] {
  const key = keyOf(id, part)
  const text = useDrafts((state) => state.drafts[key]?.text) ?? base
  const { keep, drop } = useDrafts.getState()
  return [text, (next) => (next === base ? drop(key) : keep(key, next))]
}

/** The requests saved with a policy. */
export function useCases(
  example: PolicyExample,
): readonly [readonly PolicyCase[], (cases: readonly PolicyCase[]) => void] {
  const key = keyOf(example.id, 'cases')
  const kept = useDrafts((state) => state.drafts[key]?.text)
  const cases = useMemo(() => (kept === undefined ? example.cases : (parseJson(kept) as PolicyCase[])), [kept, example])
  return [cases, (next) => useDrafts.getState().keep(key, writeJson(next) ?? '[]')]
}

const PARTS = ['policy', 'request', 'cases']

/** Discards all changes to a policy, its request and its tests; undefined if there are none. */
export function useDiscard({ id }: PolicyExample): (() => void) | undefined {
  const changed = useDrafts((state) => PARTS.some((part) => state.drafts[keyOf(id, part)] !== undefined))
  if (!changed) return undefined
  return () => PARTS.forEach((part) => useDrafts.getState().drop(keyOf(id, part)))
}

/** Minor version of the first release with policies. */
const FIRST = 26

/** All that the bench shows of a policy. */
export interface Bench {
  readonly example: PolicyExample
  /** The name in the policy's metadata. */
  readonly name: string
  /** Minor version of the release whose expression library is used. */
  readonly release: number
  /** Minor version of the release that the cluster serves; 0 until known. */
  readonly serving: number
  readonly policy: string
  readonly setPolicy: (text: string) => void
  readonly request: string
  readonly setRequest: (text: string) => void
  readonly spec: Read<PolicySpec>
  readonly asked: Read<BenchRequest>
  readonly run: BenchRun | undefined
  readonly answer: BenchAnswer | undefined
  /** What is wrong with the policy's expressions, and with its form. */
  readonly problems: { readonly expressions: readonly PolicyProblem[]; readonly form: readonly PolicyProblem[] }
  /** Evaluation options: this cluster's expression library and types. */
  readonly options: BenchOptions
}

/** The policy and request on the workbench, with what the policy says; undefined if there is no such example. */
export function useBench(id: string | undefined): Bench | undefined {
  const example = BENCH_POLICIES.find((one) => one.id === id) ?? BENCH_POLICIES[0]
  const serving = useMinorRelease()
  const discovery = useDiscovery().data
  const [policy, setPolicy] = useText(
    example?.id ?? '',
    'policy',
    example ? policyText(example, newestVersion(discovery, policyKind(example.spec))) : '',
  )
  const [request, setRequest] = useText(example?.id ?? '', 'request', requestText(example?.cases[0] ?? NO_CASE))
  const spec = useDeferredValue(useMemo(() => readPolicy(policy), [policy]))
  const asked = useDeferredValue(useMemo(() => readRequest(request), [request]))
  const release = Math.max(serving, example?.since ?? 0, FIRST)
  const options = useBenchTypes(spec.problem === undefined ? spec.value : undefined, release)
  const run = useMemo(
    () =>
      spec.problem === undefined && asked.problem === undefined
        ? runBench(spec.value, asked.value, options)
        : undefined,
    [spec, asked, options],
  )
  const answer =
    run && spec.problem === undefined && asked.problem === undefined
      ? answerOf(run, spec.value, asked.value)
      : undefined
  const texts = { policy, setPolicy, request, setRequest }
  const name = useMemo(() => policyName(policy), [policy])
  const expressions = useMemo(() => expressionProblems(run?.expressions ?? []), [run])
  const form = useFormProblems(name, spec, release, expressions)
  const problems = { expressions, form }
  return example && { example, name, release, serving, ...texts, spec, asked, run, answer, problems, options }
}
