import WaybillManifest

/// The files that `waybill init` writes: a set that is valid, formatted and tested.
package enum StarterSet {
    /// The files with their paths relative to the folder of the set.
    package static var files: [(path: String, text: String)] {
        [
            ("Routes/notes.yaml", manifest), ("Routes/notes.test.yaml", tests), (".waybill.yaml", configuration),
            ("Schemas/manifest.schema.json", ManifestSchema.json()),
            ("Schemas/test-file.schema.json", TestFileSchema.json()),
            ("Schemas/config.schema.json", ConfigurationSchema.json()),
        ]
    }

    private static let manifest = """
        # yaml-language-server: $schema=../Schemas/manifest.schema.json
        waybill: 1

        routes:
          - { id: notes.list, url: /notes, methods: [GET], handler: listNotes }
          - { id: notes.show, url: "/notes/:id", methods: [GET], params: { id: uint }, handler: showNote }

        """

    private static let tests = """
        # yaml-language-server: $schema=../Schemas/test-file.schema.json
        waybill: 1

        tests:
          - name: the list of notes has a page
            open: /notes
            expect: { handler: listNotes }

          - name: a note is found by its number
            open: /notes/42
            expect: { handler: showNote, params: { id: "42" } }

          - name: the id of a note is a number
            open: /notes/milk
            expect: unmatched

        """

    private static let configuration = """
        # yaml-language-server: $schema=Schemas/config.schema.json
        rules:
          S009: warning # manifests must be formatted by 'waybill fmt'

        """
}
