/** A starter manifest, defined in `template.ts` of its kind's folder. */
export interface Template {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly kind: string
  readonly about: string
  readonly yaml: string
  /** Position among all templates: the kinds created most often come first. */
  readonly place: number
}

/** Builds a template from the members that follow `kind` in its manifest. */
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
