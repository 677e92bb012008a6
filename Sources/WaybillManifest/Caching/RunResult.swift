/// What came of a run: what it printed and wrote, and how it exited.
package struct RunResult: Sendable, Hashable {
    package struct Output: Sendable, Hashable {
        /// `nil` for standard output.
        package var file: String?
        package var text: String

        package init(file: String? = nil, text: String) {
            self.file = file
            self.text = text
        }
    }

    package var outputs: [Output]
    package var status: Int32

    package init(outputs: [Output], status: Int32) {
        self.outputs = outputs
        self.status = status
    }
}
