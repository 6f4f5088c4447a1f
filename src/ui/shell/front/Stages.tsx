import { Icon } from '../../components/Icon'

const STAGES = [
  ['Your request', 'From YAML, a form or curl'],
  ['Authentication', 'Who are you?'],
  ['Authorization', 'May you do this?'],
  ['Admission', 'Is the object acceptable?'],
  ['Store', 'Saved in your browser'],
] as const

/** The way of a request through the server, as a picture in words. */
export function Stages() {
  return (
    <ol className="o-start-stages" aria-label="What happens to a request">
      {STAGES.map(([title, text], i) => (
        <li key={title}>
          {i > 0 && <Icon name="chevron" size={14} />}
          <span>
            <b>{title}</b>
            <span className="o-dim o-small">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
