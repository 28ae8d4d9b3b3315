package io.holdfast.jni.fork;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads the binding once from each class path given, into one JVM, and prints what came of it. */
public final class TwoVersions {

  private TwoVersions() {}

  public static void main(String[] classPaths) throws Exception {
    List<Object> bindings = new ArrayList<>();
    for (String classPath : classPaths) {
      ClassLoader loader =
          new URLClassLoader(urls(classPath), ClassLoader.getPlatformClassLoader());
      Class<?> provider = Class.forName("io.holdfast.jni.JniProvider", true, loader);
      try {
        Object instance = provider.getConstructor().newInstance();
        System.out.println(provider.getMethod("origin").invoke(instance));
        bindings.add(provider.getMethod("load").invoke(instance));
      } catch (InvocationTargetException e) {
        System.out.println(e.getCause().getMessage());
      }
    }
    for (Object binding : bindings) {
      Class<?> spi = binding.getClass().getInterfaces()[0];
      System.out.println(spi.getMethod("getpid").invoke(binding));
    }
  }

  private static URL[] urls(String classPath) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
