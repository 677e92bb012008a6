package import ArgumentParser
package import WaybillManifest

/// The options that select tests.
package struct TestFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Run only tests whose name, URL, file or route contains this text. '*' matches any text. May be repeated.
            """, valueName: "text"))
    package var filter: [String] = []

    package init() {}

    package func validate() throws {
        if filter.contains("") { throw ValidationError("'--filter' must not be empty.") }
    }

    package var tests: RouteTestFilter { RouteTestFilter(filter) }

    /// - Throws: The exit status if the filter selects no test, after that is printed to standard error.
    package func check(_ run: RouteTestRun) throws {
        guard !filter.isEmpty, run.results.isEmpty else { return }
        throw Output.failure("no test matches '\(filter.joined(separator: "', '"))'", .wrongUsage)
    }

    /// - Throws: The exit status if there is no test, after that is printed to standard error: a job that tests nothing
    ///   must not look like one whose tests pass.
    package func requireTests(_ run: RouteTestRun) throws {
        guard run.results.isEmpty else { return }
        throw Output.failure("there is no test; add 'tests:' to a manifest", .problems)
    }
}
