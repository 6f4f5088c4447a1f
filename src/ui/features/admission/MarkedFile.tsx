import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import type { Mark } from '../../components/editor/field-position'

/** A YAML file of the server in an editor, with what is wrong about it below. */
export function MarkedFile({
  id,
  label,
  value,
  onChange,
  marks,
}: {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly marks: readonly Mark[]
}) {
  return (
    <>
      <div className="o-adm-editor framed">
        <LazyYamlEditor id={id} label={label} value={value} onChange={onChange} marks={marks} plain />
      </div>
      {marks.map(({ message }) => (
        <p key={message} className="o-small o-tone o-tone-refused o-break o-flush" role="status">
          {message}
        </p>
      ))}
    </>
  )
}
