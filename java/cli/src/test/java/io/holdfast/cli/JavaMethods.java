package io.holdfast.cli;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Finds the methods of source files with the compiler's own parser. */
final class JavaMethods {

  private JavaMethods() {}

  /** Told the lines of each body, braces included. */
  interface Visitor {
    void visit(Path file, String method, long firstLine, long lastLine);
  }

  static void visit(List<Path> files, Visitor visitor) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new MethodScanner(unit, positions, visitor).scan(unit, null);
      }
    }
  }

  private static final class MethodScanner extends TreeScanner<Void, Object> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Visitor visitor;

    MethodScanner(CompilationUnitTree unit, SourcePositions positions, Visitor visitor) {
      this.unit = unit;
      this.positions = positions;
      this.visitor = visitor;
    }

    @Override
    public Void visitMethod(MethodTree method, Object none) {
      if (method.getBody() != null) {
        LineMap lines = unit.getLineMap();
        visitor.visit(
            Path.of(unit.getSourceFile().toUri()),
            method.getName().toString(),
            lines.getLineNumber(positions.getStartPosition(unit, method.getBody())),
            lines.getLineNumber(positions.getEndPosition(unit, method.getBody())));
      }
      return super.visitMethod(method, none);
    }
  }
}
