import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PolicySpec } from '../../../../api/policies/policy'
import type { Client } from '../../../../client/client'
import type { ApiObject } from '../../../../machinery/object'
import { Panel } from '../../../components/Panel'
import { ErrorMessage, Loading } from '../../../components/States'
import { Verdict } from '../../../components/Verdict'
import { apiVersionFor, findResource, type ResourceInfo } from '../../../queries/discovery'
import { useDiscovery } from '../../../queries/use-discovery'
import { useSystemClient } from '../../../state/connection'
import { useRequests } from '../../../state/requests'
import {
  answersOf,
  type KnownAnswer,
  type KnownRequest,
  pastRequest,
  kindsMatchedBy,
  storedRequests,
} from './known-requests'
import { requestText } from './policy-texts'
import type { Bench } from './use-bench'

/** Maximum number of answers shown; refusals come first. */
const MOST_SHOWN = 100
const SOURCES = [
  { value: 'stored', label: 'Stored objects' },
  { value: 'past', label: 'Recent requests' },
]

function nothing(source: string, kinds: number): string {
  if (kinds === 0) return 'The rules in matchConstraints match no kind of this cluster.'
  return source === 'stored'
    ? 'The cluster has no object of the kinds in matchConstraints.'
    : 'Nobody has changed objects of these kinds since you opened this page.'
}

async function readStored(client: Client, kinds: readonly ResourceInfo[]): Promise<ApiObject[]> {
  const lists = await Promise.all(
    kinds.map(async (info) =>
      (await client.list(info)).items.map((item) => ({ ...item, apiVersion: apiVersionFor(info), kind: info.kind })),
    ),
  )
  return lists.flat()
}
const NONE: readonly ApiObject[] = []

/** Runs the policy against stored objects and past requests. */
export function KnownRequests({ bench }: { readonly bench: Bench }) {
  const { spec } = bench
  return spec.problem === undefined ? <OfPolicy bench={bench} spec={spec.value} /> : null
}

function OfPolicy({ bench, spec }: { readonly bench: Bench; readonly spec: PolicySpec }) {
  const { asked, options } = bench
  const [source, setSource] = useState('stored')
  const client = useSystemClient()
  const discovery = useDiscovery().data
  const kinds = useMemo(() => kindsMatchedBy(spec, discovery?.resources ?? []), [spec, discovery])
  const stored = useQuery({
    queryKey: ['policies', 'stored', kinds.map(({ resource, group }) => `${resource}.${group}`)],
    enabled: source === 'stored' && discovery !== undefined,
    queryFn: () => readStored(client, kinds),
  })
  const ofNamespaces = findResource(discovery, '', 'v1', 'namespaces')
  const { data: namespaces = NONE } = useQuery({
    queryKey: ['policies', 'namespaces'],
    enabled: ofNamespaces !== undefined,
    queryFn: async () => (ofNamespaces ? (await client.list(ofNamespaces)).items : []),
  })
  const rows = useRequests((state) => state.rows)
  const known = useMemo(
    (): readonly KnownRequest[] =>
      source === 'stored'
        ? storedRequests(stored.data ?? [], namespaces)
        : rows.flatMap(({ trace }) => (trace && pastRequest(trace, kinds, namespaces)) ?? []).reverse(),
    [source, stored.data, rows, kinds, namespaces],
  )
  const params = asked.problem === undefined ? asked.value.params : undefined
  const answers = useMemo(() => answersOf(spec, known, options, params), [spec, known, options, params])
  const refused = answers.filter(({ passes }) => !passes).length
  return (
    <Panel
      title="In this cluster"
      about="What the policy decides for each stored object, as if you created it now, or for the latest requests."
      actions={
        <Verdict tone={answers.length === 0 ? 'none' : refused === 0 ? 'allowed' : 'refused'}>
          {answers.length === 0 ? 'nothing to check' : `${refused} of ${answers.length} refused`}
        </Verdict>
      }
    >
      <div className="o-panel-body">
        <SegmentedControl aria-label="Requests to check" value={source} onChange={setSource} data={SOURCES} />
      </div>
      {source === 'stored' && stored.isFetching && answers.length === 0 && <Loading lines={2} />}
      {stored.error && <ErrorMessage error={stored.error} onRetry={() => void stored.refetch()} />}
      {answers.length === 0 && !stored.isFetching && (
        <p className="o-panel-body o-small o-dim">{nothing(source, kinds.length)}</p>
      )}
      <Answers answers={answers} choose={(one) => bench.setRequest(requestText({ name: one.title, ...one.request }))} />
    </Panel>
  )
}

function Answers({
  answers,
  choose,
}: {
  readonly answers: readonly KnownAnswer[]
  readonly choose: (one: KnownAnswer) => void
}) {
  return (
    <>
      <ul className="o-adm-tests" aria-label="Results of the policy">
        {answers.slice(0, MOST_SHOWN).map((one, i) => (
          <li key={i}>
            <div className="o-row wrap">
              <button type="button" className="o-link o-grow" onClick={() => choose(one)}>
                {one.title}
              </button>
              <span className="o-tiny o-dim">{one.request.operation}</span>
              <Verdict tone={!one.passes ? 'refused' : one.after === undefined ? 'allowed' : 'changed'}>
                {one.passes ? one.said : 'refused'}
              </Verdict>
            </div>
            {!one.passes && <div className="o-small o-dim o-break">{one.said}</div>}
          </li>
        ))}
      </ul>
      {answers.length > MOST_SHOWN && (
        <p className="o-panel-body o-small o-dim">{answers.length - MOST_SHOWN} more are not shown.</p>
      )}
    </>
  )
}
