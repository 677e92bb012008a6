extension Coverage.List {
    /// The features of ZIKRouter and Routing.
    static let seeds = Coverage.List(
        groups: [
            ("A", 18), ("B", 14), ("C", 18), ("D", 8), ("E", 10), ("F", 8), ("G", 8), ("H", 17), ("I", 16), ("J", 9),
            ("K", 9), ("L", 6), ("M", 9), ("N", 10), ("O", 10), ("P", 27), ("Q", 13), ("R", 11), ("S", 12), ("T", 7),
            ("U", 10), ("V", 28), ("W", 6), ("X", 19), ("Y", 7), ("Z", 6),
        ],
        file: "Tests/Fixtures/seeds/coverage.txt", page: "Docs/SeedCoverage.md",
        hasSubjects: false,
        heading: """
            # Features of the seeds

            Every feature of ZIKRouter and Routing, from which Waybill grew, and the test that shows it here, or why it is not here.

            The rows' ids are those of the list of features that the two have. This page is made from
            `Tests/Fixtures/seeds/coverage.txt`: delete it and run the tests to have it written again.
            """)

    /// The faults that a reload must survive.
    static let faults = Coverage.List(
        groups: [("A", 14), ("B", 20), ("C", 8), ("D", 17), ("E", 25), ("F", 19), ("G", 13)],
        file: "Tests/Fixtures/reload/faults.txt", page: "Docs/ReloadFaults.md",
        hasSubjects: true,
        heading: """
            # Faults that a reload survives

            The known faults of services that reload, and the test that shows how Waybill handles each.

            A: torn writes. B: losing the watch. C: seeing what changed. D: bad content. E: applying. F: status and reports.
            G: secrets, access and the process.
            This page is made from `Tests/Fixtures/reload/faults.txt`: delete it and run the tests to have it written again.
            """)
}
