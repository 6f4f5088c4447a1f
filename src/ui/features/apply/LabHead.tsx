import { Button } from '@mantine/core'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Verdict } from '../../components/Verdict'
import { objectPlace, useSetQuery } from '../../state/place'
import type { ResourceInfo } from '../../queries/discovery'
import { ExampleButton } from './ExampleButton'
import { LabUndo } from './LabUndo'
import { SituationButton } from './SituationMenu'
import type { Situation } from './situations'
import type { Lab } from './lab'

/** The lab's object, and actions on its whole history. */
export function LabHead({
  name,
  info,
  namespace,
  phase,
  lab,
  isExample,
  situation,
}: {
  readonly name: string
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly phase: 'loading' | 'live' | 'failed'
  readonly lab: Lab
  readonly isExample: boolean
  readonly situation: Situation | undefined
}) {
  const setQuery = useSetQuery()
  return (
    <PageHead
      title={name}
      area="Apply lab"
      about={
        <>
          See which manager owns each field of this {info.kind}
          {namespace && (
            <>
              {' '}
              in <code>{namespace}</code>
            </>
          )}
          . Edit a manager’s manifest and apply it.
        </>
      }
      crumbs={
        <nav className="o-small" aria-label="Breadcrumb">
          <Go place={{ to: '/apply' }}>Apply lab</Go>
        </nav>
      }
    >
      {phase === 'live' && lab.live && <Verdict tone="allowed">live</Verdict>}
      <LabUndo lab={lab} />
      {isExample && <ExampleButton startOver onDone={() => setQuery({ at: undefined })} />}
      {situation && <SituationButton situation={situation} again />}
      <Go className="o-lab-link" place={objectPlace(info, namespace, name, { tab: 'yaml' })}>
        Open in Explore
      </Go>
      <Button variant="default" leftSection={<Icon name="download" />} onClick={() => setQuery({ export: 'orchctl' })}>
        Export
      </Button>
    </PageHead>
  )
}
