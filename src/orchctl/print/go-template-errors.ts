/** A template that does not fit a value: why and where, and what it had printed until then. */
export class TemplateStopped extends Error {
  override readonly name = 'TemplateStopped'
  constructor(
    message: string,
    readonly printed: string,
  ) {
    super(message)
  }
}

/** A mistake in the text of a template. */
export class TemplateMistake extends Error {
  override readonly name = 'TemplateMistake'
}

/** Why a function or a member has no value. The run adds the place in the template and makes it a {@link TemplateStopped}. */
export class TemplateFailure extends Error {
  override readonly name = 'TemplateFailure'
}
