import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bindingSpecOf } from '../../../../api/policies/policy'
import { Panel } from '../../../components/Panel'
import { ErrorMessage, Loading } from '../../../components/States'
import { toneOf, Verdict } from '../../../components/Verdict'
import type { ResourceInfo } from '../../../queries/discovery'
import { useDiscovery } from '../../../queries/use-discovery'
import { useSystemClient } from '../../../state/connection'
import { useRequests } from '../../../state/requests'
import { describeBinding, type RequestInForce, requestsInForce } from './in-force'
import { policyKind } from './policy-texts'
import type { Bench } from './use-bench'

const WORDS = {
  passed: 'passed',
  allowed: 'allowed',
  refused: 'refused',
  changed: 'changed',
  none: 'not evaluated',
} as const

/** The policy of this name in the cluster: its bindings, and their results for recent requests. */
export function InForce({ bench: { spec, name } }: { readonly bench: Bench }) {
  const kind = spec.problem === undefined ? `${policyKind(spec.value)}Binding` : ''
  const info = useDiscovery().data?.resources.find((one) => one.kind === kind)
  return info && name ? <OfPolicy name={name} info={info} /> : null
}

function OfPolicy({ name, info }: { readonly name: string; readonly info: ResourceInfo }) {
  const client = useSystemClient()
  const bindings = useQuery({
    queryKey: ['policies', 'bindings', info.resource, name],
    refetchInterval: 5_000,
    queryFn: async () =>
      (await client.list(info)).items.filter((binding) => bindingSpecOf(binding).policyName === name),
  })
  const rows = useRequests((state) => state.rows)
  const requests = useMemo(
    () =>
      requestsInForce(
        name,
        rows.flatMap(({ trace }) => trace ?? []),
      ),
    [name, rows],
  )
  return (
    <Panel
      title="In force"
      about="The bindings of this policy in the cluster, and their results for the latest requests."
    >
      {bindings.isPending && <Loading lines={2} />}
      {bindings.error && <ErrorMessage error={bindings.error} onRetry={() => void bindings.refetch()} />}
      {bindings.data?.length === 0 && (
        <p className="o-panel-body o-small o-dim">
          No binding refers to {name}, so the policy has no effect: every request passes.
        </p>
      )}
      <ul className="o-adm-tests" aria-label="Bindings">
        {bindings.data?.map((binding) => (
          <li key={binding.metadata.name}>
            <strong>{binding.metadata.name}</strong>{' '}
            <span className="o-small o-dim o-break">{describeBinding(bindingSpecOf(binding))}</span>
          </li>
        ))}
      </ul>
      {requests.length === 0 && (bindings.data?.length ?? 0) > 0 && (
        <p className="o-panel-body o-small o-dim">
          No request has reached the policy since you opened this page. Requests that are refused earlier, for example
          by validation, do not reach it.
        </p>
      )}
      <ul className="o-adm-tests" aria-label="Requests that the policy evaluated">
        {requests.map((request) => (
          <Asked key={request.id} request={request} />
        ))}
      </ul>
    </Panel>
  )
}

function Asked({ request: { title, allowed, said } }: { readonly request: RequestInForce }) {
  return (
    <li>
      <div className="o-row wrap">
        <span className="o-grow o-break">{title}</span>
        <Verdict tone={allowed ? 'allowed' : 'refused'}>{allowed ? 'allowed' : 'refused'}</Verdict>
      </div>
      {said.map(({ binding, verdict, reason }, i) => (
        <div key={i} className="o-row wrap o-small">
          <Verdict tone={toneOf(verdict)}>{WORDS[verdict]}</Verdict>
          <span className="o-dim o-break">
            {binding === undefined ? 'the policy' : `by ${binding}`}: {reason}
          </span>
        </div>
      ))}
    </li>
  )
}
