/** A manifest to start from; its kind's folder has it in `template.ts`. */
export interface Template {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly kind: string
  readonly about: string
  readonly yaml: string
  /** Its place among all: the kinds that people create most come first. */
  readonly place: number
}

/** A template from the members that follow `kind` in its manifest. */
export const template = (
  place: number,
  group: string,
  version: string,
  kind: string,
  about: string,
  body: string,
  title = kind,
): Template => ({
  id: title.toLowerCase().replaceAll(' ', '-'),
  title,
  group,
  kind,
  about,
  yaml: `apiVersion: ${group ? `${group}/${version}` : version}\nkind: ${kind}\n${body.trimStart()}`,
  place,
})
