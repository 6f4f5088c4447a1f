import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { PageHead } from '../../../components/PageHead'
import { Loading } from '../../../components/States'
import { useMaking } from '../../../state/lesson/making'
import { useQueryState, useSetQuery } from '../../../state/place'
import { BeginForm } from './BeginForm'
import { Export } from './Export'
import { LessonFields } from './LessonFields'
import { Preview } from './Preview'
import { Proofs } from './Proofs'
import { Steps } from './Steps'
import './make.css'

const YamlPane = lazy(() => import('./YamlPane').then((m) => ({ default: m.YamlPane })))

/** Makes a lesson: starts from a plane's state, records steps, edits texts, proves the lesson and exports it. */
export function MakePage() {
  const making = useMaking((state) => state.making)
  const volatile = useMaking((state) => state.volatile)
  const { form = 'steps' } = useQueryState()
  const setQuery = useSetQuery()
  return (
    <div className="o-page">
      <PageHead
        title="Make a lesson"
        about="Do each step once: your requests become the solution, and their changes become the checks."
      >
        {making && (
          <SegmentedControl
            aria-label="How the lesson is edited"
            value={form}
            onChange={(value) => setQuery({ form: value === 'steps' ? undefined : value })}
            data={[
              { value: 'steps', label: 'Step by step' },
              { value: 'yaml', label: 'As YAML' },
            ]}
          />
        )}
      </PageHead>
      <div className="o-page-body">
        {!making && <BeginForm />}
        {volatile && (
          <p role="alert" className="o-tone-refused">
            The browser has no space to save this lesson. Download it before you close the page.
          </p>
        )}
        {making && (
          <div className="o-make">
            <div className="o-stack">
              {form === 'yaml' ? (
                <Suspense fallback={<Loading lines={14} />}>
                  <YamlPane making={making} />
                </Suspense>
              ) : (
                <>
                  <LessonFields making={making} />
                  <Steps making={making} />
                </>
              )}
            </div>
            <div className="o-stack">
              <Preview scenario={making.scenario} />
              <Proofs making={making} />
              <Export making={making} />
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
