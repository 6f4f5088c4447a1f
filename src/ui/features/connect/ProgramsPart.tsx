import { upstreamPrograms } from '../../../names/programs'
import { CopyButton } from '../../components/CopyButton'
import { Go } from '../../components/Go'
import { useQueryState, useSetQuery } from '../../state/place'
import { CONFIG_FILE } from './config-file'
import { PROGRAMS } from './programs'

/** Commands and programs that use the kubeconfig. */
export function ProgramsPart() {
  const upstream = upstreamPrograms()
  const programs = [...PROGRAMS, ...(upstream ?? [])]
  const asked = useQueryState()['program']
  const setQuery = useSetQuery()
  const program = programs.find(({ id }) => id === asked) ?? programs[0]
  return (
    <section className="o-panel" aria-label="Programs">
      <header>
        <h2>Programs</h2>
        <span className="o-grow" />
        {program && <CopyButton label={`Copy the ${program.title} example`} text={() => program.text} />}
      </header>
      <div className="o-panel-body o-stack">
        <div className="o-chips" role="group" aria-label="Program">
          {programs.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              className="o-chip"
              aria-pressed={id === program?.id}
              onClick={() => setQuery({ program: id })}
            >
              {title}
            </button>
          ))}
        </div>
        {program && (
          <>
            <p className="o-connect-about o-dim">
              {program.about} Run it in the folder of <code>{CONFIG_FILE}</code>.
            </p>
            <pre className="o-code" tabIndex={0} aria-label={`The ${program.title} example`}>
              {program.text}
            </pre>
          </>
        )}
        {!upstream && (
          <p className="o-connect-about">
            kubectl, Helm and the client libraries of Kubernetes need the Kubernetes names:{' '}
            <Go place={{ to: '/settings/names' }}>choose them under Settings</Go>.
          </p>
        )}
      </div>
    </section>
  )
}
