import { Button, Select } from '@mantine/core'
import { Icon } from '../../../components/Icon'
import { ErrorMessage } from '../../../components/States'
import { LazyYamlEditor } from '../../../components/editor/LazyYamlEditor'
import { useQueryState, useSetQuery } from '../../../state/place'
import { Panel } from '../../../components/Panel'
import { BENCH_POLICIES, NEW_POLICY } from './bench-policies'
import { CasesPanel } from './CasesPanel'
import { InForce } from './InForce'
import { KnownRequests } from './KnownRequests'
import { RegisterPolicy } from './RegisterPolicy'
import { ResultPanel } from './ResultPanel'
import { problemMarks } from './policy-marks'
import { PolicyProblems } from './PolicyProblems'
import { type Bench, useBench, useDiscard } from './use-bench'
import { SameAsWebhook } from './SameAsWebhook'
import './policies.css'

/** Policies with CEL expressions: write, try, test and register them. */
export function PoliciesView() {
  const query = useQueryState()
  const bench = useBench(query['policy'])
  if (!bench) return <ErrorMessage error={new Error('There are no policies.')} />
  return <BenchView bench={bench} />
}

function BenchView({ bench }: { readonly bench: Bench }) {
  const setQuery = useSetQuery()
  const { example, serving } = bench
  const discard = useDiscard(example)
  return (
    <div className="o-stack">
      <div className="o-row wrap o-pol-head">
        <Select
          className="o-pol-choice"
          label="Policy"
          searchable
          allowDeselect={false}
          value={example.id}
          onChange={(id) => setQuery({ policy: id ?? undefined })}
          data={BENCH_POLICIES.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <p className="o-small o-dim o-pol-about">
          {example.about}
          {serving > 0 && serving < example.since && (
            <>
              {' '}
              Its expressions came with release 1.{example.since}; this cluster is 1.{serving}.
            </>
          )}
        </p>
        <SameAsWebhook policy={example.id} />
        <span className="o-grow" />
        {discard && (
          <Button variant="default" leftSection={<Icon name="undo" />} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          disabled={example === NEW_POLICY}
          onClick={() => setQuery({ policy: NEW_POLICY.id })}
        >
          New policy
        </Button>
      </div>
      <div className="o-adm-two">
        <div className="o-stack">
          <Panel title="Policy" actions={<RegisterPolicy bench={bench} />}>
            <div className="o-adm-editor tall">
              <LazyYamlEditor
                key={example.id}
                id={`policy-${example.id}`}
                label={`Policy ${example.title}`}
                value={bench.policy}
                onChange={bench.setPolicy}
                marks={problemMarks(bench.policy, [...bench.problems.expressions, ...bench.problems.form])}
              />
            </div>
            {bench.spec.problem !== undefined && (
              <p className="o-panel-body o-adm-message o-tone o-tone-refused o-break" role="alert">
                {bench.spec.problem}
              </p>
            )}
            <PolicyProblems problems={bench.problems.form} />
          </Panel>
          <CasesPanel key={example.id} bench={bench} />
        </div>
        <div className="o-stack">
          <Panel title="Request" about="What expressions see: object, oldObject, params, user and namespaceObject.">
            <div className="o-adm-editor">
              <LazyYamlEditor
                key={example.id}
                id={`policy-request-${example.id}`}
                label={`Request for ${example.title}`}
                value={bench.request}
                onChange={bench.setRequest}
                plain
              />
            </div>
            {bench.asked.problem !== undefined && (
              <p className="o-panel-body o-adm-message o-tone o-tone-refused o-break" role="alert">
                {bench.asked.problem}
              </p>
            )}
          </Panel>
          <ResultPanel bench={bench} />
          <InForce bench={bench} />
          <KnownRequests bench={bench} />
        </div>
      </div>
    </div>
  )
}
