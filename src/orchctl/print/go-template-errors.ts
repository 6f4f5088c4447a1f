/** A template failed on a value: the reason, the place, and the output until then. */
export class TemplateStopped extends Error {
  override readonly name = 'TemplateStopped'
  constructor(
    message: string,
    readonly printed: string,
  ) {
    super(message)
  }
}

/** A syntax error in a template. */
export class TemplateMistake extends Error {
  override readonly name = 'TemplateMistake'
}

/** Why a function or a member has no value. The run adds the place in the template and turns it into a {@link TemplateStopped}. */
export class TemplateFailure extends Error {
  override readonly name = 'TemplateFailure'
}
