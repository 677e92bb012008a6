/// The full example of the manifest's reference.
let fullExample = """
    # yaml-language-server: $schema=../Schemas/manifest.schema.json
    waybill: 1

    settings:                       # at most once in a set
      case_sensitive: true          # default
      trailing_slash: ignore        # default; or: strict

    tags:                           # optional closed vocabulary; then any other tag is an error
      views: Screens a person sees.
      api: HTTP for other programs.

    protocols:
      NoteEditorInput:
      TimeServiceInput: { summary: What time is it. }
      LoginInput:
      EditorModuleInput: { kind: configuration }
      RequiredLoginInput: { required: true }            # no module provides it: an adapter must bind it
      LegacyClock: { required: true }
      View: { swift: "any Presentable" }                # the Swift type; default: `any <name>`
      EditableView: { all_of: [NoteEditorInput, View] } # composed; everybody who provides all parts provides it

    modules:
      note-editor:
        summary: Edits one note.
        kind: view                    # service (default) or view
        factory: notes.editor         # name in the registry; default: the module's own id
        provides: [NoteEditorInput, View]
        configuration: EditorModuleInput
        requires: [TimeServiceInput]  # protocols or identifiers; must resolve, through adapters too
        identifiers: ["myapp://noteEditor"]
        scope: transient              # default; or shared (one per table, kept across reloads while unchanged), weak
        exclusive: false              # true: no other module may use this factory
        present: [push, show]         # view only: presentations it allows, the first is the default
        with: { theme: dark }         # decoded into the factory's Configuration (Decodable) when the table is bound
        tags: [views]
        lane: main
      login:
        provides: [LoginInput]
      clock:
        scope: shared
        provides: [TimeServiceInput]

    adapters:                         # required: provided
      RequiredLoginInput: LoginInput  # same interface: no code
      LegacyClock: { provided: TimeServiceInput, using: adaptClock }

    interceptors:
      require-login:
        url: "/*/privilegedinfo"
        tags: [views]
        use: requireLogin             # registered; or one of: rewrite, reject
        with: { login: "routingexample://present/login" }
        order: 10                     # ascending, default 0; ties by id
        applies: everywhere           # default: tagged. everywhere = no tag view can bypass it
        timeout: 2s
      sheets-are-pushed:
        url: "routingexample://sheet/**rest"
        rewrite: "routingexample://push/**rest"   # a redirect that needs no code

    routes:
      - url: routingexample://push/notes/:id
        module: note-editor           # exactly one of module, handler, forward, redirect
        params: { id: int }           # int uint hex uuid ulid slug alpha date filename, or [a, b, c], or /regex/
        present: push
        tags: [views]
      - id: notes.show                # default id: `GET,POST /notes/:id`, or the pattern alone where there are no methods
        urls: [/notes/:id, /n/:id]
        methods: [GET]
        handler: showNote
        priority: 0
        timeout: 5s
        with: { format: json }
      - url: /old/notes/:id
        forward: /notes/:id               # followed inside: the caller gets the note

    fallback:                         # optional, once in a set: what serves when nothing matches
      handler: notFound
      tags: { views: { module: login } }        # in a view of these tags

    tests:                            # run by `waybill test`, and by a service that sets `runsTests`
      - open: routingexample://push/notes/42
        expect: { module: note-editor, params: { id: 42 } }
      - open: routingexample://push/privilegedinfo
        tags: [views]
        expect: { interceptors: [require-login] }
      - open: /nothing/here
        expect: unmatched
    """
