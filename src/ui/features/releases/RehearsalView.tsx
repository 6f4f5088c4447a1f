import { Button, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DEFAULT_RELEASE, RELEASES } from '../../../api/releases'
import type { Client } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { parseDocuments } from '../../components/editor/documents'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { apiVersionFor, type ResourceInfo } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { useSystemClient } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { useStickyText } from './sticky-text'
import { Findings } from './Findings'
import { rehearse, rehearseCluster, VERDICTS } from './rehearsal'

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

/** What a release change breaks in the live cluster or in pasted manifests. */
export function RehearsalView() {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const release = RELEASES.find(({ name }) => name === query['at'])?.name ?? DEFAULT_RELEASE
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
    return [...found].sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict))
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
          {findings.length > 0 && <Findings findings={findings} release={release} />}
        </div>
      </div>
    </div>
  )
}
