import Testing
import WaybillManifest
import WaybillTools

@Suite("Changes as unified diffs")
struct UnifiedDiffTests {
    private func diff(_ old: String, _ new: String, path: String = "Routes/a.yaml") -> String {
        FileChange(path: path, old: Array(old.utf8), new: Array(new.utf8)).unifiedDiff
    }

    @Test("no change gives no diff")
    func same() {
        #expect(diff("a\n", "a\n").isEmpty)
    }

    @Test("a change has three lines of context, and distant changes have separate hunks")
    func hunks() {
        let lines = (1...20).map { "line \($0)\n" }
        var changed = lines
        changed[4] = "five\n"
        changed.insert("new\n", at: 17)
        let expected = """
            --- a/Routes/a.yaml
            +++ b/Routes/a.yaml
            @@ -2,7 +2,7 @@
             line 2
             line 3
             line 4
            -line 5
            +five
             line 6
             line 7
             line 8
            @@ -15,6 +15,7 @@
             line 15
             line 16
             line 17
            +new
             line 18
             line 19
             line 20

            """
        #expect(diff(lines.joined(), changed.joined()) == expected)
    }

    @Test("a tab ends a path with blanks, as in a diff of git")
    func blanks() {
        let header = diff("a\n", "b\n", path: "my routes/a.yaml").split(separator: "\n").prefix(2)
        #expect(header == ["--- a/my routes/a.yaml\t", "+++ b/my routes/a.yaml\t"])
    }

    @Test("changes whose contexts meet share a hunk")
    func near() {
        let text = diff("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n")
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("@@") } == ["@@ -1,8 +1,8 @@"])
        let apart = diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n")
        #expect(apart.split(separator: "\n").filter { $0.hasPrefix("@@") } == ["@@ -1,4 +1,4 @@", "@@ -6,4 +6,4 @@"])
    }

    @Test("a missing line end is marked, and line ends are part of the lines")
    func lineEnds() {
        #expect(
            diff("a\r\nb", "a\nb\n", path: "/x.yaml")
                == "--- /x.yaml\n+++ /x.yaml\n@@ -1,2 +1,2 @@\n-a\r\n-b\n\\ No newline at end of file\n+a\n+b\n")
        #expect(diff("", "a\n") == "--- a/Routes/a.yaml\n+++ b/Routes/a.yaml\n@@ -0,0 +1 @@\n+a\n")
    }
}
