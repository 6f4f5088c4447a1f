import { Button, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { stringify } from 'yaml'
import { DEFAULT_RELEASE, RELEASES } from '../../../api/releases'
import type { Client } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { CopyButton } from '../../components/CopyButton'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { type Tone, Verdict } from '../../components/Verdict'
import { parseDocuments } from '../../components/editor/documents'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { apiVersionFor, type ResourceInfo, useDiscovery } from '../../queries/discovery'
import { useSystemClient } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { useStickyText } from './sticky-text'
import { type Finding, rehearse, rehearseCluster } from './rehearsal'

const TONES: Record<Finding['verdict'], Tone> = {
  works: 'allowed',
  deprecated: 'waiting',
  moves: 'changed',
  breaks: 'refused',
  unknown: 'none',
}
const ORDER: Finding['verdict'][] = ['breaks', 'moves', 'deprecated', 'unknown', 'works']

/** How a number of findings reads. */
const COUNTED: Readonly<Record<Finding['verdict'], (n: number) => string>> = {
  breaks: (n) => `${n} ${n === 1 ? 'breaks' : 'break'}`,
  moves: (n) => `${n} ${n === 1 ? 'moves' : 'move'}`,
  deprecated: (n) => `${n} deprecated`,
  unknown: (n) => `${n} unknown`,
  works: (n) => `${n} ${n === 1 ? 'works' : 'work'}`,
}

const EXAMPLE = `# A few manifests as they were written years ago.
apiVersion: extensions/v1beta1
kind: Ingress
metadata: {name: shop, namespace: default}
spec:
  backend: {serviceName: shop, servicePort: 80}
---
apiVersion: batch/v1beta1
kind: CronJob
metadata: {name: report, namespace: default}
spec:
  schedule: "0 6 * * *"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: report, image: "report:1"}]}}}}
---
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata: {name: restricted}
spec: {seLinux: {rule: RunAsAny}, runAsUser: {rule: MustRunAsNonRoot}, fsGroup: {rule: RunAsAny}, supplementalGroups: {rule: RunAsAny}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, namespace: default}
spec: {selector: {matchLabels: {app: shop}}, template: {metadata: {labels: {app: shop}}, spec: {containers: [{name: shop, image: "shop:1"}]}}}
`

async function everything(client: Client, resources: readonly ResourceInfo[]): Promise<ApiObject[]> {
  const kinds = resources.filter(
    (info) => info.preferred && info.verbs.includes('list') && info.kind !== 'ComponentStatus',
  )
  const lists = await Promise.all(
    kinds.map(async (info) =>
      (await client.list(info)).items.map((item): ApiObject => ({
        ...item,
        apiVersion: apiVersionFor(info),
        kind: info.kind,
      })),
    ),
  )
  return lists.flat()
}

/** What breaks at a release, of the live cluster or of pasted manifests. */
export function RehearsalView() {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const release = query['at'] ?? DEFAULT_RELEASE
  const source = query['of'] === 'cluster' ? 'cluster' : 'manifests'
  const [text, setText] = useStickyText('rehearsal', EXAMPLE)
  const client = useSystemClient()
  const discovery = useDiscovery().data
  const live = useQuery({
    queryKey: ['rehearsal', 'objects'],
    enabled: source === 'cluster' && !!discovery,
    queryFn: () => everything(client, discovery?.resources ?? []),
  })
  const parsed = useMemo(() => parseDocuments(text), [text])
  const problem = parsed.find(({ problem: found }) => found)?.problem?.message
  const findings = useMemo(() => {
    const found =
      source === 'cluster'
        ? rehearseCluster(live.data ?? [], release)
        : rehearse(
            parsed.flatMap(({ object }) => object ?? []),
            release,
          )
    return [...found].sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
  }, [source, live.data, parsed, release])
  return (
    <div className="o-stack">
      <div className="o-row wrap">
        <SegmentedControl
          aria-label="Check manifests or this cluster"
          value={source}
          onChange={(of) => setQuery({ of: of === 'cluster' ? of : undefined })}
          data={[
            { value: 'manifests', label: 'Manifests' },
            { value: 'cluster', label: 'This cluster' },
          ]}
        />
        <Select
          aria-label="Target release"
          w="8rem"
          data={RELEASES.map(({ name }) => name)}
          value={release}
          allowDeselect={false}
          onChange={(at) => setQuery({ at: at ?? undefined })}
        />
        {source === 'manifests' && (
          <Button variant="default" onClick={() => setText(EXAMPLE)}>
            Load sample manifests
          </Button>
        )}
        <span className="o-dim" role="status">
          {ORDER.map((verdict) =>
            COUNTED[verdict](findings.filter((finding) => finding.verdict === verdict).length),
          ).join(' · ')}
        </span>
      </div>
      <div className={source === 'manifests' ? 'o-rehearsal' : 'o-stack'}>
        {source === 'manifests' && (
          <div className="o-rehearsal-editor">
            <LazyYamlEditor id="rehearsal" value={text} onChange={setText} label="Manifests to check" />
            {problem && <p className="o-small o-tone-refused">{problem}</p>}
          </div>
        )}
        <div className="o-stack">
          {source === 'cluster' && live.isPending && <Loading />}
          {live.error && <ErrorMessage error={live.error} onRetry={() => void live.refetch()} />}
          {findings.length === 0 && !live.isFetching && (
            <Empty
              title={
                source === 'cluster'
                  ? `No object in this cluster breaks in ${release}`
                  : 'Paste manifests or load the sample'
              }
              icon="check"
            />
          )}
          {findings.map((finding, i) => (
            <FindingCard key={i} finding={finding} />
          ))}
        </div>
      </div>
    </div>
  )
}

function FindingCard({
  finding: { verdict, apiVersion, kind, name, namespace, why, converted },
}: {
  readonly finding: Finding
}) {
  const [open, setOpen] = useState(false)
  const text = converted && stringify(converted)
  return (
    <section className="o-panel o-panel-body o-finding" aria-label={`${kind} ${name}`}>
      <div className="o-row wrap">
        <Verdict tone={TONES[verdict]}>{verdict}</Verdict>
        <strong className="o-break">
          {kind} {namespace ? `${namespace}/` : ''}
          {name}
        </strong>
        <code className="o-dim">{apiVersion}</code>
      </div>
      <p className="o-break">{why}</p>
      {text && (
        <>
          <div className="o-row">
            <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Hide' : 'Show'} as {converted.apiVersion}
            </Button>
            <CopyButton text={() => text} label="Copy the converted manifest" />
          </div>
          {open && (
            <pre className="o-code" tabIndex={0}>
              {text}
            </pre>
          )}
        </>
      )}
    </section>
  )
}
